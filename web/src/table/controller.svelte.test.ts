import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { flushSync } from 'svelte';
import { announced, toasts } from '../announcer.svelte';
import { recordOf, usualGame, usualRules, type RulesData, type Variation } from '../core/rules';
import * as sounds from '../stores/sounds';
import { newGame, type Seat } from '../stores/library';
import { Play } from '../stores/play.svelte';
import { settings } from '../stores/settings.svelte';
import { Study } from '../stores/study.svelte';
import { TableController } from './controller.svelte';
import type { Source } from './source';

const person: Seat = { kind: 'person', name: '' };
let heard: string[];
let stops: (() => void)[] = [];

beforeEach(() => {
  localStorage.clear();
  Object.assign(settings, { confirm: false, forced: false, motion: 'normal', mute: false });
  heard = [];
  vi.spyOn(sounds, 'playSound').mockImplementation((sound) => void heard.push(sound));
  vi.useFakeTimers();
});
afterEach(() => {
  for (const stop of stops) stop();
  stops = [];
  // What waits to be announced does not reach the next test.
  vi.advanceTimersByTime(10_000);
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** A table on a page. */
function show<S extends Source>(source: S): TableController<S> {
  const table = new TableController(source);
  stops.push($effect.root(() => table.start()));
  flushSync();
  return table;
}

function game(changes: Partial<RulesData> = {}, seats: [Seat, Seat] = [person, person], acts: string[] = []) {
  return new Play(newGame({ rules: { ...usualRules(), ...changes }, acts }, seats, { kind: 'none' }));
}

/** The announcement, after those before it had their time. */
function heardLast(): string {
  vi.advanceTimersByTime(1_000);
  return announced();
}

const study = (acts: string[]) => new Study(recordOf(usualGame(acts), ['Ann']));

function press(table: TableController, key: string, target: EventTarget = document.body): void {
  const event = new KeyboardEvent('keydown', { key });
  Object.defineProperty(event, 'target', { value: target });
  table.press(event);
  flushSync();
}

test('the task is announced when the table is shown, and again when it changes', () => {
  const table = show(game());
  expect(heardLast()).toContain(table.status);
  const before = table.status;
  table.turn.pick('W');
  flushSync();
  expect(table.status).not.toBe(before);
  expect(heardLast()).toContain(table.status);
});

test('a turn is described together with the next task', () => {
  const table = show(game());
  table.turn.pick('W');
  table.turn.tapRing('d4');
  flushSync();
  table.turn.tapRing('d1');
  flushSync();
  expect(table.lastTurn).toMatch(/d4.*d1/);
  expect(heardLast()).toContain(`${table.lastTurn} ${table.status} ${table.why}`);
  table.source.undo();
  flushSync();
  expect(table.lastTurn).toBe('');
});

test('the end is announced with a sound at once, and its dialog opens after the last animation', () => {
  const table = show(game());
  table.source.resign();
  flushSync();
  expect(heardLast()).toContain(table.ending!.title);
  expect(heard).toEqual(['win']);
  expect(table.dialog).toBeNull();
  vi.advanceTimersByTime(199);
  expect(table.dialog).toBeNull();
  vi.advanceTimersByTime(1);
  expect(table.dialog).toBe('end');
});

test('the end does not replace a dialog that was opened meanwhile', () => {
  const table = show(game());
  table.source.resign();
  table.dialog = 'share';
  vi.advanceTimersByTime(2_000);
  expect(table.dialog).toBe('share');
});

test('resigning against the engine plays the sound of a loss', () => {
  const table = show(game({}, [person, { kind: 'engine', level: 1 }]));
  table.source.resign();
  expect(heard).toEqual(['lose']);
  expect(table.ending!.reason).not.toBe('');
});

test('no dialog opens after the page was left', () => {
  const table = show(game());
  table.source.resign();
  stops.pop()!();
  vi.advanceTimersByTime(2_000);
  expect(table.dialog).toBeNull();
});

test('an earlier position can be shown, in which nobody can move', () => {
  const table = show(game({}, [person, person], ['Wd4,d1', 'Gb2,a1']));
  table.goTo(1);
  expect(table.view.played).toHaveLength(1);
  expect(table.active).toBe(false);
  table.turn.pick('W');
  expect(table.turn.hand.colour).toBeNull();
  // One act forward is animated, a larger step is not.
  table.browse(1);
  expect(table.shown).toBeNull();
  expect(table.beats.length).toBeGreaterThan(0);
  table.goTo(0);
  table.goTo(Infinity);
  expect(table.beats).toEqual([]);
});

test('a change of the game ends the view of an earlier position', () => {
  const table = show(game({}, [person, person], ['Wd4,d1', 'Gb2,a1']));
  table.goTo(1);
  table.source.undo();
  expect(table.shown).toBeNull();
  expect(table.view.played).toHaveLength(1);
});

test('the status explains a wrong tap until the next tap, without other explanations', () => {
  const table = show(game({}, [person, person], ['Wd4,d1', 'Gd5,a1']));
  expect(table.why).not.toBe('');
  const task = table.status;
  table.turn.tapRing('a4');
  expect(table.wrong).toBe(true);
  expect(table.status).not.toBe(task);
  expect(table.why).toBe('');
  table.turn.tapRing('d5');
  expect(table.wrong).toBe(false);
});

test('keys play a turn, browse and open the field for typed turns', () => {
  const table = show(game({}, [person, person], ['Wd4,d1', 'Gb2,a1']));
  press(table, 'G');
  expect(table.turn.hand.colour).toBe('G');
  press(table, 'Escape');
  expect(table.turn.hand.colour).toBeNull();
  press(table, ',');
  expect(table.shown).toBe(1);
  press(table, '.');
  expect(table.shown).toBeNull();
  press(table, 'n');
  expect(table.typing).toBe(true);
  press(table, 'u');
  expect(table.source.game.acts).toEqual(['Wd4,d1']);
});

test('keys typed into a field do nothing at the table', () => {
  const table = show(game());
  press(table, 'w', document.createElement('input'));
  expect(table.turn.hand.colour).toBeNull();
});

test('Escape puts down the pen, but not in a field', () => {
  const table = show(study([]));
  const pen = table.source.pen!;
  pen.on = true;
  press(table, 'Escape', document.createElement('textarea'));
  expect(pen.on).toBe(true);
  press(table, 'Escape');
  expect(pen.on).toBe(false);
  // Without the pen, it takes back a step.
  press(table, 'G');
  press(table, 'Escape');
  expect(table.turn.hand.colour).toBeNull();
});

test('a forced capture is not played while an earlier position is shown', async () => {
  settings.forced = true;
  const acts = ['Wd4,d1', 'Ga4,a1', 'Bg1,a2', 'Gd7,g4', 'Wd6,g3'];
  const played = show(game({}, [person, person], acts));
  await vi.advanceTimersByTimeAsync(3_000);
  expect(played.source.game.acts).toHaveLength(6);
  const table = show(game({}, [person, person], acts));
  table.goTo(1);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(table.source.game.acts).toHaveLength(5);
});

test('going forward in a study announces the turn with the names of the record', () => {
  const table = show(study(['Wd4,d1', 'Gb2,a1']));
  table.source.forward();
  flushSync();
  expect(heardLast()).toMatch(/^Ann: .*d4.*d1/);
  expect(table.beats.length).toBeGreaterThan(0);
  press(table, ',');
  expect(table.source.at).toBe(-1);
  expect(table.beats).toEqual([]);
});

test('a line is looked at without being played', () => {
  const table = show(study(['Wd4,d1', 'Gb2,a1']));
  table.look(['Wd4,d1', 'Gb2,a1']);
  expect(table.view.played).toHaveLength(2);
  expect(table.beats.length).toBeGreaterThan(0);
  expect(table.active).toBe(false);
  expect(table.status).toBe('Engine variation: Wd4,d1 Gb2,a1');
  table.look(null);
  expect(table.view.played).toHaveLength(0);
  expect(table.beats).toEqual([]);
  // A turn that is played ends it, and is animated.
  table.look(['Wd4,d1']);
  table.source.play('Be3,d1');
  table.look(null);
  expect(table.view.played).toHaveLength(1);
  expect(table.beats.length).toBeGreaterThan(0);
});

test('a turn made in a study becomes a variation', () => {
  const table = show(study(['Wd4,d1', 'Gb2,a1']));
  table.type('Be3,d1');
  expect(table.source.next(-1)).toHaveLength(2);
});

const MISSED = ['Wd4,d1', 'Gd5,a1', 'Ba4,a2'];

test('a capture that was not missed cannot be demanded, and the player is told', () => {
  const table = show(game({ captures: 'on-demand' }, [person, person], ['Wd4,d1', 'Gd5,a1']));
  const task = table.status;
  table.demand();
  flushSync();
  expect(table.status).toBe('No capture was missed.');
  expect(heardLast()).toContain('No capture was missed.');
  expect(table.source.game.acts).toHaveLength(2);
  vi.advanceTimersByTime(8_000);
  expect(table.status).toBe(task);
});

test('a turn that is taken back for a missed capture is announced and shown', () => {
  const table = show(game({ captures: 'on-demand' }, [person, person], MISSED));
  expect(table.status).toBe('Your turn. Choose a marble from the pool.');
  table.demand();
  flushSync();
  expect(table.source.position.played).toHaveLength(2);
  const [message] = toasts().slice(-1);
  expect(message!.text).toMatch(/demanded the missed capture\. The turn was undone,/);
  expect(heardLast()).toContain(message!.text);
  expect(table.view.choices.task).toBe('jump');
});

test('a hint keeps the turn that was begun, and says how to go on', async () => {
  const table = show(game({}, [person, person]));
  table.turn.pick('W');
  table.turn.tapRing('d4');
  flushSync();
  const task = table.status;
  void table.source.askHint();
  expect(table.turn.steps).toHaveLength(1);
  const hint = {
    turns: ['Gb4,d1'],
    rank: 1,
    depth: 1,
    nodes: 1,
    chance: 0.5,
    proven: null,
    only: false,
    takes: 0,
    forces: false,
  };
  table.source.hint = hint as unknown as Variation;
  expect(table.status).toContain('Gb4,d1');
  expect(table.status).toContain(task);
});

test('a board is flipped at one table only', () => {
  const [one, other] = [show(game()), show(game())];
  press(one, 'f');
  expect([one.flipped, other.flipped, settings.turned]).toEqual([true, false, 0]);
  press(one, 'f');
  expect(one.flipped).toBe(false);
});
