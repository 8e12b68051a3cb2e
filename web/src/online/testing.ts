/** For tests: sockets without a network, and messages in the server's format. */
import { vi } from 'vitest';
import { usualRules } from '../core/rules';
import type { State } from './api';

export class FakeSocket {
  static all: FakeSocket[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  sent: { id: string; type: string; [key: string]: unknown }[] = [];
  closed = false;
  constructor(readonly address: string) {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as FakeSocket['sent'][number]);
  }
  close(): void {
    this.closed = true;
  }
  say(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

/** The sockets opened so far. */
export const world = {
  get sockets(): FakeSocket[] {
    return FakeSocket.all;
  },
  get last(): FakeSocket {
    return FakeSocket.all.at(-1)!;
  },
};

/** Replaces the network, the time and chance until `restoreBrowser` is called. */
export function fakeBrowser(): void {
  FakeSocket.all = [];
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.spyOn(Math, 'random').mockReturnValue(1);
  vi.useFakeTimers({ now: 1_000 });
}

export function restoreBrowser(): void {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
}

export const state = (changes: Partial<State> = {}): State => ({
  status: 'playing',
  mover: 1,
  left: null,
  running: null,
  since: null,
  offers: { draw: null, undo: null, rematch: null },
  winner: null,
  rematch: null,
  ...changes,
});

export const snapshot = (changes: object = {}) => ({
  type: 'snapshot',
  id: 'G',
  seq: 1,
  now: 1_000,
  you: 1,
  settings: { rules: usualRules(), time: { kind: 'none' }, rated: false },
  seats: [null, null],
  acts: [],
  state: state(),
  conditionalTurns: null,
  chat: [],
  ...changes,
});

export const update = (seq: number, turn: string, keep: number, changes: object = {}) => ({
  type: 'update',
  event: { seq, at: 0, by: 1, type: 'turn', turn, ...changes },
  now: 2_000,
  keep,
  add: [turn],
  state: state({ mover: 2 }),
});
