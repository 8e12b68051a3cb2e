/**
 * One game on the server: its last known state, the requests on their way, and the connection.
 *
 * Each request has an id, so that it can be sent again whenever it is unclear whether it arrived. A turn is stored on the device until the
 * server has it, so it is not lost with the page either.
 */
import { applyUpdate } from '../core/extras';
import { hasCode, problemOf } from '../problems';
import { newId } from '../stores/library';
import {
  ask,
  socketAddress,
  type Command,
  type Event,
  type Message,
  type Problem,
  type Request,
  type Snapshot,
  type Sockets,
} from './api';
import { Connection, type ConnectionStatus } from './connection';
import { me, planMaintenance, refresh } from './me.svelte';
import { forgetTurn, keepTurn, openGame, unsentTurn } from './unsent.svelte';

interface Pending {
  request: Request;
  /** The number of its event, once the server has acknowledged it. */
  seq: number | null;
  /** The game when it was made. */
  on: Snapshot | null;
}

interface Listener {
  /** The game is about to have these acts. */
  changing: (acts: string[]) => void;
  /** Something happened; `before` is the previous snapshot. A new snapshot comes without an event. */
  happened: (event: Event | null, before: Snapshot | null) => void;
  refused: () => void;
  /** The connection is lost for longer than a moment, or back after that. */
  connection: (lost: boolean) => void;
}

/** Milliseconds without an answer after which a connection is dead. */
const PATIENCE = 8_000;

/** Milliseconds before a lost connection is reported. */
const MOMENT = 700;

export class Table {
  readonly id: string;
  /** The last state that the server sent; `null` before its first message. */
  snapshot = $state.raw<Snapshot | null>(null);
  status = $state<ConnectionStatus>('connecting');
  refused = $state.raw<(Problem & { command: Command | null }) | null>(null);
  missing = $state(false);
  /** Whether the connection is lost for longer than a moment. */
  lost = $state(false);
  /** Whether the connection was lost because the player is banned. */
  banned = $state(false);
  /** Milliseconds to the server and back, as the server measures them. */
  lag = $state<number | null>(null);
  #pending = $state.raw<Pending[]>([]);
  #offsets: number[] = [];
  #fresh = true;
  #connection: Connection<Sockets['/api/games/{id}/socket']>;
  #impatience: ReturnType<typeof setTimeout> | undefined;
  #notice: ReturnType<typeof setTimeout> | undefined;
  listener: Partial<Listener> = {};

  constructor(id: string) {
    this.id = id;
    const kept = unsentTurn(id);
    if (kept) {
      this.snapshot = kept.snapshot;
      this.#pending = [{ request: kept.request, seq: null, on: kept.snapshot }];
    }
    this.#connection = new Connection({
      address: () => {
        const query = this.#fresh || !this.snapshot ? {} : { after: this.snapshot.seq };
        return socketAddress('/api/games/{id}/socket', { params: id, query });
      },
      onMessage: (message) => this.#receive(message),
      onStatus: (status) => {
        this.status = status;
        this.#noticeLoss();
        // A whole snapshot comes first, and with it the knowledge of who the player is.
        if (status === 'open' && !this.#fresh) this.#sendAll();
      },
      onFailed: () => void this.#isThere(),
    });
  }

  start(): () => void {
    const leave = openGame(this.id);
    this.#connection.start();
    return () => {
      leave();
      clearTimeout(this.#impatience);
      clearTimeout(this.#notice);
      this.#connection.stop();
    };
  }

  /** Reports a lost connection after a moment, and its return. */
  #noticeLoss(): void {
    const set = (lost: boolean) => {
      if (lost !== this.lost) this.listener.connection?.(lost);
      this.lost = lost;
      if (lost) void this.#isBanned();
    };
    clearTimeout(this.#notice);
    if (this.status === 'open') set(false);
    else this.#notice = setTimeout(() => set(true), MOMENT);
  }

  /** Checks whether the connection was lost because the player is banned. Then there will be none, and the game is shown as it ended. */
  async #isBanned(): Promise<void> {
    await refresh();
    if (!me.banned || this.status === 'open') return;
    this.banned = true;
    this.#connection.stop();
    try {
      this.snapshot = await ask('GET /api/games/{id}', { params: this.id });
    } catch {
      // The last position stays.
    }
  }

  /** Checks whether the connection failed because there is no such game. */
  async #isThere(): Promise<void> {
    try {
      await ask('GET /api/games/{id}', { params: this.id });
    } catch (error) {
      if (!hasCode(error, 'no-game', 'not-found', 'malformed')) return;
      this.missing = true;
      this.#connection.stop();
    }
  }

  /** Takes the open seat, and connects again as a player. */
  async join(): Promise<void> {
    try {
      await ask('POST /api/games/{id}/join', { params: this.id });
      this.refused = null;
    } catch (error) {
      this.refused = { ...problemOf(error), command: null };
    }
    this.askAnew();
  }

  askAnew(): void {
    this.#fresh = true;
    this.#connection.reconnect();
  }

  /** How far the server's clock is ahead of ours, by the fastest message. */
  get offset(): number {
    return this.#offsets.length > 0 ? Math.max(...this.#offsets) : 0;
  }

  #compare(now: number): void {
    this.#offsets = [...this.#offsets, now - Date.now()].slice(-10);
  }

  send(command: Command): void {
    const request = { ...command, id: newId(12) };
    const on = this.snapshot;
    this.refused = null;
    this.#pending = [...this.#pending, { request, seq: null, on }];
    if (request.type === 'turn' && on) keepTurn(this.id, { request, snapshot: on });
    this.#connection.send(request);
    this.#watch();
  }

  /** A request of this type that has not taken effect yet. */
  waiting<T extends Command['type']>(type: T): Extract<Command, { type: T }> | null {
    const found = this.#pending.find(({ request }) => request.type === type);
    return (found?.request as Extract<Command, { type: T }> | undefined) ?? null;
  }

  /** The turn that was made after these acts and has not taken effect yet. */
  turnAfter(acts: string[]): string | null {
    const found = this.#pending.find(({ request, on }) => request.type === 'turn' && on?.acts.join() === acts.join());
    return found?.request.type === 'turn' ? found.request.turn : null;
  }

  #sendAll(): void {
    for (const { request, seq } of this.#pending) if (seq === null) this.#connection.send(request);
    this.#watch();
  }

  /** Connects again if an answer does not come in time. */
  #watch(): void {
    clearTimeout(this.#impatience);
    if (!this.#pending.some(({ seq }) => seq === null)) return;
    this.#impatience = setTimeout(() => this.status === 'open' && this.#connection.reconnect(), PATIENCE);
  }

  #receive(message: Message): void {
    switch (message.type) {
      case 'snapshot':
        this.#compare(message.now);
        return this.#whole(message);
      case 'update': {
        this.#compare(message.now);
        const before = this.snapshot;
        if (!before) return;
        const { applied, snapshot } = applyUpdate(before, message);
        if (applied === 'known') return;
        if (applied === 'gap') return this.askAnew();
        this.#become(snapshot, message.event.id ?? null);
        return this.listener.happened?.(message.event, before);
      }
      case 'heartbeat':
        this.lag = message.lag ?? null;
        return;
      case 'maintenance':
        return planMaintenance(message.planned ?? null);
      case 'ack':
        this.#pending = this.#pending.map((one) =>
          one.request.id === message.id ? { ...one, seq: message.seq } : one,
        );
        forgetTurn(this.id, message.id);
        this.#forget();
        return this.#watch();
      case 'refused':
        return this.#refuse(message);
    }
  }

  #whole(snapshot: Snapshot): void {
    const before = this.snapshot;
    this.#fresh = false;
    // Somebody else may have signed in. The turn stays on the device for the player who made it.
    this.#pending = this.#pending.filter(({ on }) => !on || on.you === snapshot.you);
    this.#become(snapshot, null);
    this.#sendAll();
    this.listener.happened?.(null, before);
  }

  /** Replaces the snapshot, and forgets requests that have taken effect. */
  #become(next: Snapshot, done: string | null): void {
    this.listener.changing?.(next.acts);
    this.#pending = this.#pending.filter(({ request }) => request.id !== done);
    if (done) forgetTurn(this.id, done);
    this.snapshot = next;
    this.#forget();
  }

  #forget(): void {
    const known = this.snapshot?.seq ?? 0;
    this.#pending = this.#pending.filter(({ seq }) => seq === null || seq > known);
  }

  #refuse(message: Extract<Message, { type: 'refused' }>): void {
    if (hasCode(message, 'rate-limited') && !message.id) {
      // The pending requests are sent again a little later.
      this.#watch();
      return;
    }
    const found = this.#pending.find(({ request }) => request.id === message.id);
    if (!found && message.id) return;
    if (found?.request.type === 'turn') this.listener.changing?.(this.snapshot?.acts ?? []);
    this.#pending = this.#pending.filter((one) => one !== found);
    if (found) forgetTurn(this.id, found.request.id);
    this.refused = { ...message, command: found?.request ?? null };
    this.listener.refused?.();
    this.#watch();
  }
}
