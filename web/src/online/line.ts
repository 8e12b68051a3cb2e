/**
 * A connection to the server that comes back by itself. It knows nothing of what is said over it, nor of the browser: sockets and timers
 * are handed in, so that tests can lose and delay as much as they like.
 */

export type LineStatus = 'connecting' | 'open' | 'lost';

/** What is needed of a WebSocket. */
export interface Socket {
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  send(text: string): void;
  close(): void;
}

/** What is needed of the browser. */
export interface World {
  open: (address: string) => Socket;
  /** Milliseconds of our own clock. */
  now: () => number;
  /** Does something later; gives the way to leave it. */
  later: (act: () => void, milliseconds: number) => () => void;
  random: () => number;
  /** Tells of network and window; gives the way to stop that. */
  watch: (tell: (what: 'seen' | 'online' | 'offline') => void) => () => void;
}

export interface Ends {
  /** Where to connect; asked anew each time. */
  address: () => string;
  heard: (message: unknown) => void;
  changed: (status: LineStatus) => void;
  /** The first connection did not come about. */
  failed?: () => void;
}

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 20_000;
/** A window that was away for so long may have lost the connection without a word. */
const AWAY = 60_000;
/** A connection that lasted so long was a good one, and the next attempt need not wait. */
const GOOD = 10_000;
/** The server's word for: connect again soon. */
const RESTART = 1012;

export class Line {
  readonly #ends: Ends;
  readonly #world: World;
  #socket: Socket | null = null;
  #status: LineStatus = 'connecting';
  #tries = 0;
  #opened: number | null = null;
  #everOpen = false;
  #heardAt = 0;
  #cancel: (() => void) | null = null;
  #unwatch: (() => void) | null = null;

  constructor(ends: Ends, world: World = browser) {
    this.#ends = ends;
    this.#world = world;
  }

  start(): void {
    this.#unwatch = this.#world.watch((what) => this.#told(what));
    this.#connect();
  }

  stop(): void {
    this.#unwatch?.();
    this.#unwatch = null;
    this.#cancel?.();
    this.#drop();
  }

  /** Connects anew, at once: somebody else now, or the old connection may be dead. */
  again(): void {
    if (!this.#unwatch) return;
    this.#drop();
    this.#connect();
  }

  /** Says whether it went out. */
  send(message: unknown): boolean {
    if (this.#status !== 'open' || !this.#socket) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  #told(what: 'seen' | 'online' | 'offline'): void {
    if (what === 'offline') {
      this.#drop();
      this.#set('lost');
      this.#wait(LONGEST_PAUSE);
    } else if (what === 'online' || this.#status !== 'open' || this.#world.now() - this.#heardAt > AWAY) {
      this.#tries = 0;
      this.again();
    }
  }

  #set(status: LineStatus): void {
    if (status === this.#status) return;
    this.#status = status;
    this.#ends.changed(status);
  }

  /** Lets go of the socket, deaf to what it may still say. */
  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#opened = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  #connect(): void {
    this.#cancel?.();
    this.#cancel = null;
    if (this.#status === 'open') this.#set('lost');
    const socket = this.#world.open(this.#ends.address());
    this.#socket = socket;
    socket.onopen = () => {
      this.#opened = this.#heardAt = this.#world.now();
      this.#everOpen = true;
      this.#set('open');
    };
    socket.onmessage = ({ data }) => {
      this.#heardAt = this.#world.now();
      this.#tries = 0;
      this.#ends.heard(JSON.parse(data));
    };
    socket.onclose = ({ code }) => {
      if (this.#opened !== null && this.#world.now() - this.#opened > GOOD) this.#tries = 0;
      this.#drop();
      this.#set('lost');
      this.#wait(code === RESTART ? FIRST_PAUSE : Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.#tries));
      if (!this.#everOpen) this.#ends.failed?.();
    };
  }

  /** Tries again after a while: not all who lost it at the same moment come back at the same moment. */
  #wait(pause: number): void {
    this.#cancel?.();
    this.#tries += 1;
    this.#cancel = this.#world.later(() => this.#connect(), pause * (0.5 + this.#world.random() / 2));
  }
}

/** The world as it is. */
const browser: World = {
  open: (address) => new WebSocket(address) as Socket,
  now: () => Date.now(),
  later: (act, milliseconds) => {
    const timer = setTimeout(act, milliseconds);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
  watch: (tell) => {
    const controller = new AbortController();
    const { signal } = controller;
    addEventListener('online', () => tell('online'), { signal });
    addEventListener('offline', () => tell('offline'), { signal });
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && tell('seen'), {
      signal,
    });
    return () => controller.abort();
  },
};
