/**
 * A WebSocket connection that reconnects automatically. It does not interpret messages, and gets sockets and timers from outside, so that
 * tests can drop and delay as they need.
 */

export type ConnectionStatus = 'connecting' | 'open' | 'lost';

/** The part of WebSocket that is used. */
export interface Socket {
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  send(text: string): void;
  close(): void;
}

/** The part of the browser that is used. */
export interface Environment {
  open: (address: string) => Socket;
  /** The local time in milliseconds. */
  now: () => number;
  /** Calls a function later; returns a function that cancels it. */
  later: (act: () => void, milliseconds: number) => () => void;
  random: () => number;
  /** Reports changes of network and visibility; returns a function that stops it. */
  watch: (report: (change: 'visible' | 'online' | 'offline') => void) => () => void;
}

export interface ConnectionHandlers {
  /** The address to connect to; asked for each attempt. */
  address: () => string;
  onMessage: (message: unknown) => void;
  onStatus: (status: ConnectionStatus) => void;
  /** No connection has succeeded yet. */
  onFailed?: () => void;
}

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 20_000;
/** A page that was hidden this long may have lost the connection without an event. */
const AWAY = 60_000;
/** After a connection that lasted this long, the pause before reconnecting starts small again. */
const GOOD = 10_000;
/** The close code of a server that restarts. */
const RESTART = 1012;

export class Connection {
  readonly #handlers: ConnectionHandlers;
  readonly #environment: Environment;
  #socket: Socket | null = null;
  #status: ConnectionStatus = 'connecting';
  #tries = 0;
  #opened: number | null = null;
  #everOpen = false;
  #receivedAt = 0;
  #cancel: (() => void) | null = null;
  #unwatch: (() => void) | null = null;

  constructor(handlers: ConnectionHandlers, environment: Environment = browser) {
    this.#handlers = handlers;
    this.#environment = environment;
  }

  start(): void {
    this.#unwatch = this.#environment.watch((change) => this.#react(change));
    this.#connect();
  }

  stop(): void {
    this.#unwatch?.();
    this.#unwatch = null;
    this.#cancel?.();
    this.#drop();
  }

  /** Reconnects at once, because the player changed or the old connection may be dead. */
  reconnect(): void {
    if (!this.#unwatch) return;
    this.#drop();
    this.#connect();
  }

  /** Sends a message; returns whether there was an open connection. */
  send(message: unknown): boolean {
    if (this.#status !== 'open' || !this.#socket) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  #react(change: 'visible' | 'online' | 'offline'): void {
    if (change === 'offline') {
      this.#drop();
      this.#setStatus('lost');
      this.#wait(LONGEST_PAUSE);
    } else if (change === 'online' || this.#status !== 'open' || this.#environment.now() - this.#receivedAt > AWAY) {
      this.#tries = 0;
      this.reconnect();
    }
  }

  #setStatus(status: ConnectionStatus): void {
    if (status === this.#status) return;
    this.#status = status;
    this.#handlers.onStatus(status);
  }

  /** Closes the socket and ignores its later events. */
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
    if (this.#status === 'open') this.#setStatus('lost');
    const socket = this.#environment.open(this.#handlers.address());
    this.#socket = socket;
    socket.onopen = () => {
      this.#opened = this.#receivedAt = this.#environment.now();
      this.#everOpen = true;
      this.#setStatus('open');
    };
    socket.onmessage = ({ data }) => {
      this.#receivedAt = this.#environment.now();
      this.#tries = 0;
      this.#handlers.onMessage(JSON.parse(data));
    };
    socket.onclose = ({ code }) => {
      if (this.#opened !== null && this.#environment.now() - this.#opened > GOOD) this.#tries = 0;
      this.#drop();
      this.#setStatus('lost');
      this.#wait(code === RESTART ? FIRST_PAUSE : Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.#tries));
      if (!this.#everOpen) this.#handlers.onFailed?.();
    };
  }

  /** Reconnects after a pause, randomised so that clients that lost the server together do not return together. */
  #wait(pause: number): void {
    this.#cancel?.();
    this.#tries += 1;
    this.#cancel = this.#environment.later(() => this.#connect(), pause * (0.5 + this.#environment.random() / 2));
  }
}

/** The real browser. */
const browser: Environment = {
  open: (address) => new WebSocket(address) as Socket,
  now: () => Date.now(),
  later: (act, milliseconds) => {
    const timer = setTimeout(act, milliseconds);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
  watch: (report) => {
    const controller = new AbortController();
    const { signal } = controller;
    addEventListener('online', () => report('online'), { signal });
    addEventListener('offline', () => report('offline'), { signal });
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && report('visible'), {
      signal,
    });
    return () => controller.abort();
  },
};
