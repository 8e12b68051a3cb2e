import { describe, expect, it } from 'vitest';
import en from '../../messages/rules/en.json';
import { constants, shape, usualGame, viewOf, type GameData, type StepData } from '../core/rules';
import { runs } from './markup';
import { OUTLINE, PAGE, illustrations, type Block, type Illustration } from './outline';

function game({ start }: Illustration, turns: readonly string[] = []): GameData {
  return { ...usualGame([...turns]), ...(start && { start }) };
}

/** The keys of the texts of a block. */
function keysOf(section: string, block: Block): string[] {
  const inSection = (keys: readonly string[]) => keys.map((key) => `${section}.${key}`);
  switch (block.kind) {
    case 'text':
      return inSection([block.key]);
    case 'list':
    case 'goals':
      return inSection(block.keys);
    case 'figures':
      return block.figures.map(({ id }) => `figure.${id}`);
    case 'boards':
      return inSection(constants().boards);
    case 'table': {
      const cells = block.rows.flatMap(({ name, cells }) => [name, ...cells]);
      return inSection([...block.head, ...cells.flatMap((c) => (typeof c === 'object' && 'key' in c ? [c.key] : []))]);
    }
  }
}

describe('the outline', () => {
  it('uses every text once', () => {
    const sections = OUTLINE.flatMap(({ id, blocks }) => [
      `${id}.title`,
      ...blocks.flatMap((block) => keysOf(id, block)),
    ]);
    expect([...Object.values(PAGE), ...sections].toSorted()).toEqual(Object.keys(en).toSorted());
  });

  it('has an anchor for each section', () => {
    const ids = OUTLINE.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z-]+$/);
  });

  it('names each illustration once', () => {
    const ids = illustrations().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe.each(illustrations().map((illustration) => [illustration.id, illustration] as const))(
  'illustration %s',
  (_, of) => {
    it('has legal turns in canonical notation', () => {
      const view = viewOf(game(of, of.turns));
      expect(view.played.map(({ text }) => text.replaceAll(' ', ''))).toEqual(of.turns);
    });

    it('marks what the rules allow', () => {
      const vacant = viewOf(game(of)).choices.vacant;
      const removable = new Set(vacant.flatMap((ring) => place(of, ring)));
      const marked = (kind: string) =>
        of.marks.flatMap((mark) => ('ring' in mark && mark.kind === kind ? [mark.ring] : []));
      const [free, held] = [marked('free'), marked('held')];
      if (free.length + held.length > 0) {
        expect(free.toSorted()).toEqual([...removable].toSorted());
        expect(held.toSorted()).toEqual(vacant.filter((ring) => !removable.has(ring)).toSorted());
      }
      // Each arrow is a jump from the start position, or continues where the arrow before it ended.
      let steps: StepData[] = [];
      let end = '';
      for (const mark of of.marks) {
        if (!('from' in mark)) continue;
        if (mark.from !== end) steps = [];
        expect(viewOf(game(of), steps).choices.jumps).toContainEqual(expect.objectContaining(mark));
        steps = [...steps, { kind: 'jump', ...mark }];
        end = mark.to;
      }
    });
  },
);

/** The rings that can be removed after a marble is placed on a ring. */
function place(of: Illustration, ring: string): string[] {
  const [colour] = viewOf(game(of)).choices.colours;
  return viewOf(game(of), [{ kind: 'place', colour: colour!, ring }]).choices.removable;
}

describe('what the captions say about the illustrations', () => {
  const find = (id: string) => illustrations().find((illustration) => illustration.id === id)!;
  const after = (id: string, turns = find(id).turns.length) => viewOf(game(find(id), find(id).turns.slice(0, turns)));

  it('held: no ring can be removed', () => {
    expect(viewOf(game(find('held'))).choices.vacant).toEqual(['d3', 'd4']);
    expect(place(find('held'), 'd4')).toEqual([]);
  });

  it('free: d4 has three gaps that do not touch', () => {
    const rings = new Set(after('free').rings.map(({ ring }) => ring));
    const around = shape('37')
      .rings.find(({ ring }) => ring === 'd4')!
      .next.map((next) => next !== null && rings.has(next));
    expect([around, [...around.slice(1), around[0]]]).toContainEqual([true, false, true, false, true, false]);
  });

  it('jump: there is one; choice: there are two', () => {
    expect(after('jump', 0).choices.jumps).toHaveLength(1);
    expect(after('choice', 0).choices.jumps).toHaveLength(2);
  });

  it('chain: three are captured, and another route could have ended on f2', () => {
    expect(after('chain').played[0]!.took).toEqual([1, 1, 1]);
    const other: StepData[] = [
      { kind: 'jump', from: 'b2', to: 'd4' },
      { kind: 'jump', from: 'd4', to: 'f2' },
    ];
    expect(viewOf(game(find('chain')), other).turn).not.toBeNull();
  });

  it('isolating: one marble, then three', () => {
    expect(after('isolate-one').players[0].captured).toEqual([1, 0, 1]);
    expect(after('isolate-group').played[0]!.took).toEqual([1, 1, 1]);
  });

  it('own: the marble is one of five captured black ones', () => {
    expect(after('own', 0).choices.own).toBe(true);
    expect([after('own', 0), after('own')].map(({ players }) => players[0].captured[2])).toEqual([5, 4]);
  });

  it('full: seven marbles without a winning set still win', () => {
    expect(after('full').outcome).toEqual({ winner: 2, how: 'full-board' });
    expect(after('full').played[0]!.took.reduce((sum, n) => sum + n)).toBe(7);
  });

  it.each([
    ['sacrifice', 1],
    ['lure', 1],
    ['force', 2],
  ])('%s: every reply is forced, and player %i wins with white marbles', (id, winner) => {
    const turns = find(id).turns.length;
    for (let turn = 1; turn < turns; turn += 2) expect(after(id, turn).choices.onlyOne).toBe(true);
    expect(after(id).outcome).toEqual({ winner, how: 'white' });
  });
});

describe('markup', () => {
  it('is emphasis and nothing else', () => {
    expect(runs('a *b c* d')).toEqual([
      { text: 'a ', strong: false },
      { text: 'b c', strong: true },
      { text: ' d', strong: false },
    ]);
    expect(runs('*a*')).toEqual([{ text: 'a', strong: true }]);
    expect(runs('2 * 3 <b>')).toEqual([{ text: '2 * 3 <b>', strong: false }]);
  });

  const files = import.meta.glob<Record<string, string>>('../../messages/rules/*.json', {
    import: 'default',
    eager: true,
  });

  it.each(Object.entries(files))('is paired in %s, and as frequent as in English', (_, words) => {
    const strong = (text: string) => runs(text).filter((run) => run.strong).length;
    for (const [key, text] of Object.entries(words)) {
      expect(text.replace(/\*[^*]+\*/g, ''), key).not.toContain('*');
      expect(strong(text), key).toBe(strong((en as Record<string, string>)[key] ?? ''));
    }
  });
});
