import { beforeAll, describe, expect, it } from 'vitest';
import en from '../../messages/rules/en.json';
import { constants, rules, shape, viewOf, type GameData } from '../core/rules';
import { loadRulesForTests } from '../testing';
import { runs } from './markup';
import { OUTLINE, illustrations, keys } from './outline';
import type { Illustration } from './outline';

beforeAll(loadRulesForTests);

function game(of: Illustration, turns: readonly string[] = []): GameData {
  return {
    rules: rules(of.preset, of.board),
    ...(of.start === undefined ? {} : { start: of.start }),
    acts: [...turns],
  };
}

describe('the outline', () => {
  it('has words for everything, and uses all of them once', () => {
    expect(keys().toSorted()).toEqual(Object.keys(en).toSorted());
  });

  it('has an anchor for each section', () => {
    const ids = OUTLINE.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z-]+$/);
  });

  it('shows every board of the rules, and the goals of the standard game', () => {
    const blocks = OUTLINE.flatMap((section) => section.blocks);
    const boards = blocks.flatMap((block) => (block.kind === 'boards' ? block.boards : []));
    expect(boards.map(({ board }) => board)).toEqual(constants().boards);
    const [white, grey, black, each] = rules('standard', '37').goals;
    const goals = blocks.flatMap((block) => (block.kind === 'goals' ? block.rows : [])).map(({ marbles }) => marbles);
    const all = ['W', 'G', 'B'].map((colour) => colour.repeat(each)).join('');
    expect(goals).toEqual(['W'.repeat(white), 'G'.repeat(grey), 'B'.repeat(black), all]);
  });

  it('names each illustration once', () => {
    const ids = illustrations().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe.each(illustrations().map((illustration) => [illustration.id, illustration] as const))(
  'illustration %s',
  (_, of) => {
    it('plays by the rules, and says so in canonical notation', () => {
      const view = viewOf(game(of, of.turns), []);
      expect(view.played.map(({ text }) => text.replaceAll(' ', ''))).toEqual(of.turns);
    });

    it('marks what the rules allow', () => {
      const vacant = viewOf(game(of), []).choices.vacant;
      const removable = new Set(vacant.flatMap((ring) => place(of, ring)));
      const marked = (kind: string) =>
        (of.marks ?? []).flatMap((mark) => ('ring' in mark && mark.kind === kind ? [mark.ring] : []));
      const [free, held] = [marked('free'), marked('held')];
      if (free.length + held.length > 0) {
        expect(free.toSorted()).toEqual([...removable].toSorted());
        expect(held.toSorted()).toEqual(vacant.filter((ring) => !removable.has(ring)).toSorted());
      }
      // Each arrow is a jump at the start or goes on where another one ended.
      const steps: string[] = [];
      for (const mark of of.marks ?? []) {
        if (!('from' in mark)) continue;
        const goesOn = steps.at(-1)?.endsWith(`>${mark.from}`) === true;
        if (!goesOn) steps.length = 0;
        const jumps = viewOf(game(of), steps).choices.jumps.map(({ from, to }) => `${from}>${to}`);
        expect(jumps).toContain(`${mark.from}>${mark.to}`);
        steps.push(`${mark.from}>${mark.to}`);
      }
    });
  },
);

/** The rings that could be removed after a marble is placed on this one. */
function place(of: Illustration, ring: string): string[] {
  const [colour] = viewOf(game(of), []).choices.colours;
  return viewOf(game(of), [`${colour}${ring}`]).choices.removable;
}

describe('what the captions say of the illustrations', () => {
  const find = (id: string) => illustrations().find((illustration) => illustration.id === id)!;
  const after = (id: string, turns = find(id).turns.length) =>
    viewOf(game(find(id), find(id).turns.slice(0, turns)), []);

  it('held: no ring can be removed', () => {
    expect(viewOf(game(find('held')), []).choices.vacant).toEqual(['d3', 'd4']);
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

  it('chain: three are taken, and e3 could have been taken to end on f2', () => {
    expect(after('chain').played[0]!.took).toEqual([1, 1, 1]);
    expect(viewOf(game(find('chain')), ['b2>d4', 'd4>f2']).turn).not.toBeNull();
  });

  it('isolating: one marble, then three', () => {
    expect(after('isolate-one').players[0].captured).toEqual([1, 0, 1]);
    expect(after('isolate-group').played[0]!.took).toEqual([1, 1, 1]);
  });

  it('own: the marble comes from the five black ones', () => {
    expect(after('own', 0).choices.own).toBe(true);
    expect([after('own', 0), after('own')].map(({ players }) => players[0].captured[2])).toEqual([5, 4]);
  });

  it('full: seven marbles, no set, and yet a win', () => {
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
  it('knows emphasis and nothing else', () => {
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

  it.each(Object.entries(files))('is in pairs in %s, and as often as in English', (_, words) => {
    const strong = (text: string) => runs(text).filter((run) => run.strong).length;
    for (const [key, text] of Object.entries(words)) {
      expect(text.replace(/\*[^*]+\*/g, ''), key).not.toContain('*');
      expect(strong(text), key).toBe(strong((en as Record<string, string>)[key] ?? ''));
    }
  });
});
