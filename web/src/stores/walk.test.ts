import { readFileSync } from 'node:fs';
import { flushSync } from 'svelte';
import { beforeEach, expect, test, vi } from 'vitest';
import { usualGame } from '../core/rules';
import { loadProof, provenResult } from '../core/theory.svelte';
import { TableController } from '../table/controller.svelte';
import { newGame } from './library';
import { Play } from './play.svelte';
import { settings } from './settings.svelte';
import { load } from './storage';
import { STUDY } from './study.svelte';
import { mayWalk, Walk } from './walk.svelte';
import { zip } from '../wasm/zertz_extras.js';
import { saidText } from '../words';

const certificate = readFileSync('../crates/zertz-engine/proofs/37.txt', 'utf8');

vi.mock('../core/extras', async (original) => ({ ...(await original<object>()), loadExtras: () => Promise.resolve() }));

beforeEach(async () => {
  localStorage.clear();
  Object.assign(settings, { confirm: false, forced: false, motion: 'off' });
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(certificate)));
  await loadProof();
  vi.useFakeTimers();
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

function begin(...acts: string[]): { walk: Walk; table: TableController; wait: () => void } {
  const walk = new Walk(usualGame(acts));
  const table = new TableController(walk);
  walk.start();
  const wait = () => {
    vi.runAllTimers();
    flushSync();
  };
  return { walk, table, wait };
}

test('the winner answers every reply until the win', () => {
  const { walk, wait } = begin('Wd4,a2');
  expect([walk.mine, walk.replies]).toEqual([false, []]);
  wait();
  let left = walk.proven!.turns;
  expect(left).toBe(24);
  while (walk.running) {
    expect(walk.mine).toBe(true);
    const [longest] = walk.replies;
    expect(longest!.turns).toBe(left - 2);
    walk.play(longest!.turn);
    expect(walk.proven!.turn).toBe(longest!.answer);
    wait();
    left -= 2;
    expect(walk.proven?.turns ?? 0).toBe(left);
  }
  expect(walk.outcome).toMatchObject({ winner: 2, how: 'white' });
  expect(walk.game.acts).toHaveLength(26);
});

test('a walk can begin again', () => {
  const { walk, wait } = begin('Wd4,a2');
  wait();
  walk.play(walk.replies[0]!.turn);
  wait();
  walk.restart();
  expect(walk.game.acts).toEqual(['Wd4,a2']);
  wait();
  expect(walk.game.acts).toHaveLength(2);
});

test('a walk that is opened again goes on where it was, and begins where it began', () => {
  const { walk, wait } = begin('Wd4,a2');
  wait();
  walk.play(walk.replies[0]!.turn);
  wait();
  const again = begin(...walk.game.acts);
  again.wait();
  expect(again.walk.game.acts).toEqual(walk.game.acts);
  expect(again.walk.mine).toBe(true);
  again.walk.restart();
  expect(again.walk.game.acts).toEqual(['Wd4,a2']);
});

test('there is a walk from proven positions, and from the end of one', () => {
  const { walk, wait } = begin('Wd4,a2');
  for (wait(); walk.running; wait()) walk.play(walk.replies[0]!.turn);
  expect([walk.game, usualGame(['Wd4,a2'])].map(mayWalk)).toEqual([true, true]);
  expect([usualGame(), usualGame(['Wd4,a1']), usualGame(['Wd4,a2', 'Wa1,b1'])].map(mayWalk)).toEqual([
    false,
    false,
    false,
  ]);
});

test('there is no walk from the end of a game that left the proof', () => {
  const left = usualGame(['Wd4,a2', 'Wa1,b1', 'resign 2']);
  expect([provenResult(usualGame(['Wd4,a2'])) !== null, mayWalk(left)]).toEqual([true, false]);
  expect(mayWalk(usualGame(['Wd4,a2', 'resign 2']))).toBe(true);
});

test('a walk from a start that is proven begins there', () => {
  const start = zip(usualGame(['Wd4,a2']));
  const { turn } = provenResult({ ...usualGame(), start })!;
  const walk = new Walk({ ...usualGame([turn!]), start });
  new TableController(walk);
  walk.restart();
  expect([walk.at, walk.proven?.turn]).toEqual([-1, turn]);
});

test('a forced reply and a forced capture are said to be that', () => {
  const { walk, table, wait } = begin('Wd4,a2');
  const seen = new Set<string>();
  for (wait(); walk.running; wait()) {
    const isCapture = walk.replies[0]!.turn.startsWith('x');
    if (walk.replies.length === 1) expect(table.status).toMatch(/^Player 1 has only one legal turn\./);
    else expect(table.status).toMatch(isCapture ? /^Player 1 must capture\./ : /^Player 1: choose any turn/);
    seen.add(table.status);
    walk.play(walk.replies[0]!.turn);
  }
  expect(seen.size).toBe(3);
});

test('isolated marbles are counted by colour', () => {
  const { walk, wait } = begin('Wd4,a2');
  const heard: string[] = [];
  for (wait(); walk.running; wait()) {
    heard.push(saidText(walk.game, walk.position, (side) => walk.name(side)));
    walk.play(walk.replies[0]!.turn);
  }
  expect(heard.filter((words) => words.includes('Isolated and captured 2 white marbles.'))).toHaveLength(1);
});

test('one can go back to the last choice and choose otherwise', () => {
  const { walk, wait } = begin('Wd4,a2');
  wait();
  expect(walk.canGoBack).toBe(false);
  const [one, other] = walk.replies;
  const choice = walk.at;
  walk.play(one!.turn);
  // Before the answer and after it.
  walk.back();
  expect(walk.at).toBe(choice);
  walk.play(one!.turn);
  wait();
  expect(walk.canGoBack).toBe(true);
  walk.back();
  expect(walk.at).toBe(choice);
  wait();
  expect(walk.at).toBe(choice);
  walk.play(other!.turn);
  wait();
  expect(walk.game.acts.slice(2)).toEqual([other!.turn, other!.answer]);
  // Forward repeats what was chosen first.
  walk.goTo(choice);
  walk.forward();
  wait();
  expect(walk.game.acts.slice(2)).toEqual([one!.turn, one!.answer]);
});

test('a walk does not replace the stored study', () => {
  const { wait } = begin('Wd4,a2');
  wait();
  expect(load(STUDY)).toBeUndefined();
});

test('the start of the game is not proven', () => {
  const { walk, table, wait } = begin('Wd4,a2');
  walk.goTo(-1);
  wait();
  expect([walk.at, walk.mine, table.status]).toEqual([-1, false, 'The proof does not cover this position.']);
});

test('the computer with the proof plays its turns and says what is proven', async () => {
  const seats = [
    { kind: 'person', name: '' },
    { kind: 'engine', level: 10, proof: true },
  ] as const;
  const play = new Play(newGame(usualGame(['Wd4,a2']), [...seats], { kind: 'none' }));
  const table = new TableController(play);
  const stop = play.start();
  await vi.advanceTimersByTimeAsync(10);
  flushSync();
  expect(play.game.acts).toHaveLength(2);
  expect(table.why).toBe('Proven: Computer (proof) wins in at most 24 turns.');
  expect(play.panel(2).name).toBe('Computer (proof)');
  // The names stay until the game leaves the proof.
  play.resign();
  expect(play.names).toEqual(['Player 1', 'Computer (proof)']);
  stop();
});

test('beyond the proof, the computer has the name of its level', () => {
  const seats = [
    { kind: 'person', name: '' },
    { kind: 'engine', level: 10, proof: true },
  ] as const;
  const play = new Play(newGame(usualGame(['Wd4,a1']), [...seats], { kind: 'none' }));
  expect(play.names).toEqual(['Player 1', 'Computer (level 10)']);
});
