import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { flushSync } from 'svelte';
import { premoveGame, rules, viewOf, type RulesData } from '../core/rules';
import { settings } from '../stores/settings.svelte';
import { loadRulesForTests } from '../testing';
import { withLine } from './planning.svelte';
import { TableController } from '../table/controller.svelte';
import { OnlinePlay } from './play.svelte';
import { Table } from './table.svelte';
import { Fake, snapshot, state, update } from './testing';

beforeAll(loadRulesForTests);
beforeEach(() => {
  Object.assign(settings, { confirm: false, forced: false });
  sessionStorage.clear();
});

afterEach(() => void vi.useRealTimers());

const seated = (id: string) => ({ id, kind: 'guest', name: null });

/** A game after some acts, as the person on a seat sees it. */
function sit(you: 1 | 2 | null, acts: string[], changes: Partial<RulesData> = {}, more: object = {}) {
  const world = new Fake();
  const table = new Table('G', world);
  table.start();
  world.last.onopen?.();
  const view = viewOf({ rules: { ...rules('standard', '37'), ...changes }, acts }, []);
  const mover = view.swapped === (view.mover === 1) ? 2 : 1;
  world.last.say(
    snapshot({
      you,
      acts,
      seq: acts.length + 1,
      settings: { rules: { ...rules('standard', '37'), ...changes }, time: { kind: 'none' }, rated: false },
      seats: [seated('a'), seated('b')],
      state: state({ mover }),
      ...more,
    }),
  );
  const play = new OnlinePlay(table);
  return { world, play, table: new TableController(play) };
}

const place = (table: TableController, colour: 'W' | 'G' | 'B', ...rings: string[]) => {
  table.making.pick(colour);
  for (const ring of rings) table.making.tapRing(ring);
  flushSync();
};

test('a turn is seen at once, and the hand rests until the opponent has answered', () => {
  const { world, play, table } = sit(1, []);
  expect(table.mine).toBe(true);
  place(table, 'W', 'd4', 'd1');
  expect(world.last.sent).toMatchObject([{ type: 'turn', turn: 'Wd4,d1', after: 1 }]);
  expect(play.game.acts).toEqual(['Wd4,d1']);
  expect(table.mine).toBe(false);
  world.last.say(update(2, 'Wd4,d1', 0, { id: world.last.sent[0]!.id }));
  expect(play.game.acts).toEqual(['Wd4,d1']);
  world.last.say({ ...update(3, 'Gb2,a1', 1, { by: 2 }), state: state({ mover: 1 }) });
  expect(play.game.acts).toEqual(['Wd4,d1', 'Gb2,a1']);
  expect(table.mine).toBe(true);
  expect(table.lastTurn).not.toBe('');
});

test('a turn that is refused is gone again', () => {
  const { world, play, table } = sit(1, []);
  place(table, 'W', 'd4', 'd1');
  world.last.say({ type: 'refused', id: world.last.sent[0]!.id, code: 'too-late', message: 'your time is up' });
  expect(play.game.acts).toEqual([]);
});

test('a turn that arrived before the line was lost is not shown twice', () => {
  const { world, play, table } = sit(1, []);
  place(table, 'W', 'd4', 'd1');
  play.table.askAnew();
  world.last.onopen?.();
  world.last.say(snapshot({ ...play.snapshot, acts: ['Wd4,d1'], seq: 2, state: state({ mover: 2 }) }));
  expect(play.game.acts).toEqual(['Wd4,d1']);
  world.last.say({ type: 'ack', id: world.sockets[0]!.sent[0]!.id, seq: 2 });
  expect(play.table.waiting('turn')).toBeNull();
});

test('a half-made turn goes when turns are taken back', () => {
  const { world, play, table } = sit(1, ['Wd4,d1', 'Gb2,a1']);
  table.making.pick('W');
  table.making.tapRing('f4');
  expect(table.view.choices.task).toBe('remove');
  world.last.say({ ...update(4, '', 0, { type: 'undone', keep: 0 }), add: [], state: state({ mover: 1 }) });
  expect(table.view.choices.task).toBe('place');
  expect(play.game.acts).toEqual([]);
});

test('an unfinished turn outlives the page, but not the position it was begun in', () => {
  const acts = ['Wd4,d1', 'Gb2,a1'];
  sit(1, acts).table.making.step('Bf2');
  expect(sit(1, acts).table.making.steps).toEqual(['Bf2']);
  // Words between the players change nothing on the board.
  expect(sit(1, acts, {}, { seq: 9 }).table.making.steps).toEqual(['Bf2']);
  expect(sit(1, ['Wd4,d1', 'Gb2,a2']).table.making.steps).toEqual([]);
  // What was left behind does not come back with the position.
  expect(sit(1, acts).table.making.steps).toEqual([]);
});

test('a turn that was made, taken back by step or begun by somebody else is not kept', () => {
  const { table } = sit(1, []);
  table.making.step('Wd4');
  expect(sit(null, []).table.making.steps).toEqual([]);
  table.making.step('-d1');
  expect(sit(1, []).table.making.steps).toEqual([]);
  const again = sit(1, []).table;
  again.making.step('Wd4');
  again.making.undoStep();
  expect(sit(1, []).table.making.steps).toEqual([]);
});

test('who watches touches nothing', () => {
  const { world, table } = sit(null, []);
  place(table, 'W', 'd4', 'd1');
  expect(world.last.sent).toEqual([]);
  expect(table.mine).toBe(false);
});

test('a missed capture can be demanded by the other only', () => {
  const acts = ['Wd4,d1', 'Gd5,a1', 'Bb2,a2'];
  expect(sit(2, acts, { captures: 'on-demand' }).play.mayDemand).toBe(true);
  expect(sit(1, acts, { captures: 'on-demand' }).play.mayDemand).toBe(false);
  expect(sit(null, acts, { captures: 'on-demand' }).play.mayDemand).toBe(false);
});

test('seats stay when the sides are swapped', () => {
  const { play } = sit(2, ['Wd4,d1', 'swap'], { swap: true });
  expect(play.side(2)).toBe(1);
  expect(play.myTurn).toBe(false);
  expect(sit(1, ['Wd4,d1', 'swap'], { swap: true }).play.myTurn).toBe(true);
});

test("a turn is prepared as if it were one's own, and sent as an answer to any", () => {
  const { world, play, table } = sit(1, ['Wd4,d1']);
  expect(play.mayPlan).toBe(true);
  play.plan('any');
  place(table, 'B', 'g4', 'a4');
  expect(world.last.sent.at(-1)).toMatchObject({ type: 'conditionalTurns', turns: { lines: [['*', 'Bg4,a4']] } });
  expect(play.planning).toBeNull();
});

test('where the opponent has but one capture, the answer is prepared for what comes after it', () => {
  const game = { rules: rules('standard', '37'), acts: ['Wd4,d1', 'Ga4,a1', 'Bg1,a2', 'Gd7,g4', 'Wd6,g3'] };
  const one = viewOf(game, []);
  expect(one.choices.onlyOne).toBe(true);
  expect(premoveGame(game).acts).toHaveLength(6);
  // Else it is the same position with the other to move.
  const two = { rules: rules('standard', '37'), acts: ['Wd4,d1'] };
  const [before, after] = [viewOf(two, []), viewOf(premoveGame(two), [])];
  expect(after.rings).toEqual(before.rings);
  expect(after.mover).not.toBe(before.mover);
});

test("lines of the opponent's turns and one's own are prepared one after the other", () => {
  const { world, play, table } = sit(1, ['Wd4,d1']);
  play.plan('certain');
  expect(play.planning!.theirs).toBe(true);
  place(table, 'B', 'g4', 'a1');
  expect(play.planning!.complete).toBe(false);
  place(table, 'G', 'a4', 'b1');
  expect(play.planning!.complete).toBe(true);
  play.keepLine(play.planning!.line);
  expect(world.last.sent.at(-1)).toMatchObject({ turns: { lines: [['Bg4,a1', 'Ga4,b1']] } });
});

test("one's own confirmed turn does not disturb who is preparing the next", () => {
  const { world, play, table } = sit(1, []);
  place(table, 'W', 'd4', 'd1');
  play.plan('any');
  world.last.say(update(2, 'Wd4,d1', 0, { id: world.last.sent[0]!.id }));
  expect(play.planning).not.toBeNull();
  world.last.say({ ...update(3, 'Gb2,a1', 1, { by: 2 }), state: state({ mover: 1 }) });
  expect(play.planning).toBeNull();
});

test('what fits any turn is tried last, and there is one answer to each', () => {
  const lines = withLine(withLine([['*', 'a']], ['x', 'b']), ['*', 'c']);
  expect(lines).toEqual([
    ['x', 'b'],
    ['*', 'c'],
  ]);
  expect(withLine(lines, ['x', 'd'])).toEqual([
    ['x', 'd'],
    ['*', 'c'],
  ]);
});

test('the only capture there is plays itself, for those who like it so', async () => {
  settings.forced = true;
  vi.useFakeTimers();
  const { world, table } = sit(2, ['Wd4,d1', 'Ga4,a1', 'Bg1,a2', 'Gd7,g4', 'Wd6,g3']);
  const stop = $effect.root(() => table.start());
  await vi.advanceTimersByTimeAsync(3_000);
  expect(world.last.sent).toMatchObject([{ type: 'turn', turn: expect.stringMatching(/^x/) as string }]);
  stop();
});

test("a clock runs down between messages, by the server's time", () => {
  vi.useFakeTimers({ now: 50_000 });
  const { play, table } = sit(
    1,
    ['Wd4,d1', 'Gb2,a1'],
    {},
    { now: 1_000_000, state: state({ mover: 1, left: [60_000, 40_000], running: 1, since: 999_000 }) },
  );
  const stop = $effect.root(() => table.start());
  // The fake line has a clock of its own, which the offset is measured against.
  vi.setSystemTime(1_000 + 10_000);
  vi.advanceTimersByTime(200);
  expect(play.left(2)).toBe(40_000);
  expect(play.left(1)).toBeCloseTo(60_000 - 1_000 - 10_200, -3);
  stop();
});

test("an opponent's turn is described to a person who looks back, and does not end that", () => {
  const { world, table } = sit(1, ['Wd4,d1']);
  table.goTo(0);
  world.last.say({ ...update(3, 'Gb2,a1', 1, { by: 2 }), state: state({ mover: 1 }) });
  expect(table.shown).toBe(0);
  expect(table.lastTurn).toMatch(/b2.*a1/);
});

test('a demanded capture replaces the description of the last turn', () => {
  const { world, table } = sit(1, ['Wd4,d1']);
  world.last.say({ ...update(3, '', 0, { by: 2, type: 'demanded' }), add: [], state: state({ mover: 1 }) });
  const told = table.lastTurn;
  expect(told).not.toBe('');
  expect(told).not.toMatch(/d4/);
});

test('a refusal is the status for a while', () => {
  vi.useFakeTimers();
  const { world, table } = sit(1, []);
  const task = table.status;
  place(table, 'W', 'd4', 'd1');
  world.last.say({ type: 'refused', id: world.last.sent[0]!.id, code: 'stale', message: 'the game has moved on' });
  expect(table.wrong).toBe(true);
  expect(table.status).not.toBe(task);
  vi.advanceTimersByTime(8_000);
  expect(table.status).toBe(task);
});

test('the end opens a dialog when it comes, and not for a game that ended before', () => {
  vi.useFakeTimers();
  const over = { status: 'over', winner: 1 } as const;
  const { world, table } = sit(1, ['Wd4,d1', 'Gb2,a1']);
  world.last.say({ ...update(4, 'resign 2', 2, { by: 2, type: 'resigned' }), state: state(over) });
  vi.advanceTimersByTime(2_000);
  expect(table.dialog).toBe('end');
  const old = sit(1, ['Wd4,d1', 'Gb2,a1', 'resign 2'], {}, { state: state(over) });
  old.world.last.say({ ...update(5, '', 3, { by: 2, type: 'rematchOffered' }), add: [], state: state(over) });
  vi.advanceTimersByTime(2_000);
  expect(old.table.dialog).toBeNull();
});
