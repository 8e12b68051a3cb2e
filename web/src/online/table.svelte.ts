/**
 * One game on the server: what is known of it, what was asked for, and how the line to it is.
 *
 * What is asked for has a name of our own, so that it can be sent again whenever we do not know whether it arrived.
 */
import { ask, Refused, socketAddress, type Schemas } from './api';
import { follow } from './follow';
import { Connection, type ConnectionStatus, type Environment } from './connection';

export type Snapshot = Schemas['Snapshot'];
export type Event = Schemas['Event'];
export type Command = Schemas['Command'];
type Message = Schemas['Message'];

interface Pending {
  request: Command & { id: string };
  /** The event it became, once the server has said so. */
  seq: number | null;
}

interface Listener {
  /** The acts are about to be these, whatever was shown so far. */
  changing: (acts: string[]) => void;
  /** Something happened; `before` is the table as it was. Nothing happened when the whole table came. */
  happened: (event: Event | null, before: Snapshot | null) => void;
}

/** An answer comes within this time, or the line is dead. */
const PATIENCE = 8_000;

export class Table {
  readonly id: string;
  /** What the server says; nothing before it has said anything. */
  snapshot = $state.raw<Snapshot | null>(null);
  status = $state<ConnectionStatus>('connecting');
  /** What was refused last, and why. */
  refused = $state.raw<{
    code: string;
    sentence: string;
    ring?: string | null;
    colour?: string | null;
    command: Command | null;
  } | null>(null);
  /** There is no such game. */
  missing = $state(false);
  #pending = $state.raw<Pending[]>([]);
  #offsets: number[] = [];
  #fresh = true;
  #connection: Connection;
  #impatience: (() => void) | null = null;
  listener: Listener = { changing: () => {}, happened: () => {} };
  readonly #environment: Environment | undefined;

  constructor(id: string, environment?: Environment) {
    this.id = id;
    this.#environment = environment;
    const handlers = {
      address: () => {
        const after = this.#fresh || !this.snapshot ? '' : `?after=${this.snapshot.seq}`;
        return socketAddress(`/games/${id}/socket${after}`);
      },
      onMessage: (message: unknown) => this.#hear(message as Message),
      onStatus: (status: ConnectionStatus) => {
        this.status = status;
        if (status === 'open') this.#sendAll();
      },
      onFailed: () => void this.#isThere(),
    };
    this.#connection = new Connection(handlers, environment);
  }

  start(): () => void {
    this.#connection.start();
    return () => {
      this.#impatience?.();
      this.#connection.stop();
    };
  }

  /** Whether the socket cannot be had because there is nothing to connect to. */
  async #isThere(): Promise<void> {
    try {
      await ask('GET', `/games/${this.id}`);
    } catch (error) {
      if (!(error instanceof Refused) || !['no-game', 'not-found', 'malformed'].includes(error.code)) return;
      this.missing = true;
      this.#connection.stop();
    }
  }

  /** Takes the vacant seat. The server must be told anew who is here. */
  async join(): Promise<void> {
    try {
      await ask('POST', `/games/${this.id}/join`);
      this.refused = null;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.refused = { code: error.code, sentence: error.message, command: null };
    }
    this.askAnew();
  }

  /** Asks for the whole table. */
  askAnew(): void {
    this.#fresh = true;
    this.#connection.reconnect();
  }

  /** How far the server's clock is before ours. What was longest on its way says least. */
  get offset(): number {
    return this.#offsets.length > 0 ? Math.max(...this.#offsets) : 0;
  }

  #compare(now: number): void {
    this.#offsets = [...this.#offsets, now - (this.#environment?.now() ?? Date.now())].slice(-10);
  }

  /** Asks for something. */
  send(command: Command): void {
    const request = { ...command, id: name() };
    this.refused = null;
    this.#pending = [...this.#pending, { request, seq: null }];
    this.#connection.send(request);
    this.#watch();
  }

  /** What was asked for and is not seen yet. */
  waiting<T extends Command['type']>(type: T): Extract<Command, { type: T }> | null {
    const found = this.#pending.find(({ request }) => request.type === type);
    return (found?.request as Extract<Command, { type: T }> | undefined) ?? null;
  }

  #sendAll(): void {
    for (const { request, seq } of this.#pending) if (seq === null) this.#connection.send(request);
    this.#watch();
  }

  /** Does not wait for ever. */
  #watch(): void {
    this.#impatience?.();
    this.#impatience = null;
    if (!this.#pending.some(({ seq }) => seq === null)) return;
    const later =
      this.#environment?.later ??
      ((act, time) =>
        (
          (timer) => () =>
            clearTimeout(timer)
        )(setTimeout(act, time)));
    this.#impatience = later(() => this.status === 'open' && this.#connection.reconnect(), PATIENCE);
  }

  #hear(message: Message): void {
    switch (message.type) {
      case 'table':
        this.#compare(message.now);
        return this.#whole(message);
      case 'update': {
        this.#compare(message.now);
        const before = this.snapshot;
        if (!before) return;
        const next = follow(before, message);
        if (next === 'known') return;
        if (next === 'gap') return this.askAnew();
        this.#become(next, message.event.id ?? null);
        return this.listener.happened(message.event, before);
      }
      case 'ack':
        this.#pending = this.#pending.map((one) =>
          one.request.id === message.id ? { ...one, seq: message.seq } : one,
        );
        this.#forget();
        return this.#watch();
      case 'refused':
        return this.#refuse(message);
    }
  }

  #whole(snapshot: Snapshot): void {
    const before = this.snapshot;
    this.#fresh = false;
    this.#become(snapshot, null);
    this.listener.happened(null, before);
  }

  /** The table is another one; what was asked for and has come about is not waited for any more. */
  #become(next: Snapshot, done: string | null): void {
    this.listener.changing(next.acts);
    this.#pending = this.#pending.filter(({ request }) => request.id !== done);
    this.snapshot = next;
    this.#forget();
  }

  #forget(): void {
    const known = this.snapshot?.seq ?? 0;
    this.#pending = this.#pending.filter(({ seq }) => seq === null || seq > known);
  }

  #refuse(message: Extract<Message, { type: 'refused' }>): void {
    if (message.code === 'too-much' && !message.id) {
      // All of it once more, a little later.
      this.#watch();
      return;
    }
    const found = this.#pending.find(({ request }) => request.id === message.id);
    if (!found && message.id) return;
    if (found?.request.type === 'turn') this.listener.changing(this.snapshot?.acts ?? []);
    this.#pending = this.#pending.filter((one) => one !== found);
    const { code, sentence, ring, colour } = message;
    this.refused = { code, sentence, ring: ring ?? null, colour: colour ?? null, command: found?.request ?? null };
    this.#watch();
  }
}

/** A name that nobody else has given. */
function name(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => (byte % 36).toString(36)).join('');
}
