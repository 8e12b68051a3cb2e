/** A WebSocket connection that reconnects automatically. It does not interpret messages. */
import { constants } from '../core/rules';

export type ConnectionStatus = 'connecting' | 'open' | 'lost';

interface Handlers<Received> {
  /** The address to connect to; asked for each attempt. */
  address: () => string;
  onMessage: (message: Received) => void;
  onStatus: (status: ConnectionStatus) => void;
  /** No connection has succeeded yet. */
  onFailed?: () => void;
}

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 20_000;
/** Milliseconds without a message after which the connection is dead: the server sends a heartbeat every few seconds. */
const silence = () => 2 * constants().limits.heartbeatSeconds * 1000;
/** After a connection that lasted this long, the pause before reconnecting starts small again. */
const GOOD = 10_000;
/** The close code of a server that restarts. */
const RESTART = 1012;

/** `S` has the types of the messages that the socket sends and receives. */
export class Connection<S extends { sent: unknown; received: unknown }> {
  readonly #handlers: Handlers<S['received']>;
  #socket: WebSocket | null = null;
  #status: ConnectionStatus = 'connecting';
  #tries = 0;
  #opened: number | null = null;
  #everOpen = false;
  #receivedAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #watching: AbortController | null = null;

  constructor(handlers: Handlers<S['received']>) {
    this.#handlers = handlers;
  }

  start(): void {
    this.#watching = new AbortController();
    const { signal } = this.#watching;
    addEventListener('online', () => this.#retry(), { signal });
    addEventListener('offline', () => this.#lose(LONGEST_PAUSE), { signal });
    document.addEventListener('visibilitychange', () => this.#look(), { signal });
    this.#connect();
  }

  stop(): void {
    this.#watching?.abort();
    this.#watching = null;
    clearTimeout(this.#timer);
    this.#drop();
  }

  /** Reconnects at once, because the player changed or the old connection may be dead. */
  reconnect(): void {
    if (!this.#watching) return;
    this.#drop();
    this.#connect();
  }

  /** Sends a message; returns whether there was an open connection. */
  send(message: S['sent']): boolean {
    if (this.#status !== 'open' || !this.#socket) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  #look(): void {
    if (document.visibilityState !== 'visible') return;
    if (this.#status !== 'open' || Date.now() - this.#receivedAt > silence()) this.#retry();
  }

  #retry(): void {
    this.#tries = 0;
    this.reconnect();
  }

  #setStatus(status: ConnectionStatus): void {
    if (status === this.#status) return;
    this.#status = status;
    this.#handlers.onStatus(status);
  }

  /** Notes a message, and waits for the next one. */
  #hear(): void {
    this.#receivedAt = Date.now();
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#retry(), silence());
  }

  /** Closes the socket and ignores its later events. */
  #drop(): void {
    clearTimeout(this.#silence);
    const socket = this.#socket;
    this.#socket = null;
    this.#opened = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  #connect(): void {
    clearTimeout(this.#timer);
    if (this.#status === 'open') this.#setStatus('lost');
    const socket = new WebSocket(this.#handlers.address());
    this.#socket = socket;
    socket.onopen = () => {
      this.#opened = Date.now();
      this.#hear();
      this.#everOpen = true;
      this.#setStatus('open');
    };
    socket.onmessage = ({ data }) => {
      this.#hear();
      this.#tries = 0;
      this.#handlers.onMessage(JSON.parse(data as string) as S['received']);
    };
    socket.onclose = ({ code }) => {
      if (this.#opened !== null && Date.now() - this.#opened > GOOD) this.#tries = 0;
      this.#lose(code === RESTART ? FIRST_PAUSE : Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.#tries));
      if (!this.#everOpen) this.#handlers.onFailed?.();
    };
  }

  /** Reconnects after a pause, randomised so that clients that lost the server together do not return together. */
  #lose(pause: number): void {
    this.#drop();
    this.#setStatus('lost');
    clearTimeout(this.#timer);
    this.#tries += 1;
    this.#timer = setTimeout(() => this.#connect(), pause * (0.5 + Math.random() / 2));
  }
}
