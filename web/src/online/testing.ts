/** For tests: a browser without a network, and messages in the server's format. */
import { usualRules } from '../core/rules';
import type { State } from './api';
import type { Environment, Socket } from './connection';

/** A browser whose time passes only when a test says so. */
export class Fake implements Environment {
  time = 1_000;
  sockets: FakeSocket[] = [];
  #timers: { at: number; act: () => void }[] = [];
  report: (change: 'visible' | 'online' | 'offline') => void = () => {};
  open = (address: string) => {
    const socket = new FakeSocket(address);
    this.sockets.push(socket);
    return socket;
  };
  now = () => this.time;
  later = (act: () => void, milliseconds: number) => {
    const timer = { at: this.time + milliseconds, act };
    this.#timers.push(timer);
    return () => void (this.#timers = this.#timers.filter((one) => one !== timer));
  };
  random = () => 1;
  watch = (report: Fake['report']) => {
    this.report = report;
    return () => {};
  };
  pass(milliseconds: number): void {
    this.time += milliseconds;
    const due = this.#timers.filter(({ at }) => at <= this.time);
    this.#timers = this.#timers.filter(({ at }) => at > this.time);
    for (const { act } of due) act();
  }
  get last(): FakeSocket {
    return this.sockets.at(-1)!;
  }
}

export class FakeSocket implements Socket {
  onopen: Socket['onopen'] = null;
  onmessage: Socket['onmessage'] = null;
  onclose: Socket['onclose'] = null;
  sent: { id: string; type: string; [key: string]: unknown }[] = [];
  closed = false;
  constructor(readonly address: string) {}
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
