/** The lobby: open challenges, the player's running games, and notices of games that start. Pages share one connection. */
import {
  ask,
  socketAddress,
  type First,
  type GameSummary,
  type LobbyMessage,
  type NewGame,
  type Seek,
  type Settings,
  type Sockets,
} from './api';
import { me, checkPlayer, onLeavingAccount, planMaintenance } from './me.svelte';
import { Connection, type ConnectionStatus } from './connection';
import { turns } from './turns.svelte';

/** How long the connection outlives the last page that used it, so that going to the next page keeps it. */
const LINGER = 2_000;

class Lobby {
  /** `null` until the server has sent them. */
  seeks = $state.raw<Seek[] | null>(null);
  games = $state.raw<GameSummary[]>([]);
  status = $state<ConnectionStatus>('connecting');
  #connection: Connection<Sockets['/api/lobby/socket']> | null = null;
  #users = new Set<(game: string) => void>();
  #unsubscribe: (() => void) | null = null;
  /** The games that were there when the player began to wait for another one. */
  #known: ReadonlySet<string> | null = null;
  #leaving: ReturnType<typeof setTimeout> | undefined;

  /** Stays connected until the returned function is called; `started` is called with each game that starts. */
  enter(started: (game: string) => void): () => void {
    this.#users.add(started);
    clearTimeout(this.#leaving);
    if (!this.#connection) {
      this.#connection = new Connection({
        address: () => socketAddress('/api/lobby/socket'),
        onMessage: (message) => this.#receive(message),
        onStatus: (status) => (this.status = status),
      });
      this.#connection.start();
      this.#unsubscribe = onLeavingAccount(() => {
        this.games = turns.games = [];
        this.#connection?.reconnect();
      });
    }
    return () => {
      this.#users.delete(started);
      this.#leaving = setTimeout(() => this.#leave(), LINGER);
    };
  }

  #leave(): void {
    if (this.#users.size > 0) return;
    this.#connection?.stop();
    this.#connection = null;
    this.#unsubscribe?.();
    this.seeks = null;
    this.status = 'connecting';
  }

  #receive(message: LobbyMessage): void {
    if (message.type === 'seeks') this.seeks = message.seeks;
    else if (message.type === 'games') {
      this.games = turns.games = message.games;
      const missed = message.games.find(({ id, status }) => status === 'playing' && this.#known?.has(id) === false);
      if (missed) this.#start(missed.id);
    } else if (message.type === 'started') this.#start(message.game);
    else if (message.type === 'maintenance') planMaintenance(message.planned ?? null);
  }

  #start(game: string): void {
    this.#known = null;
    for (const started of this.#users) started(game);
  }

  /** The first request of a new guest creates the guest's session, so the connection must be made again with it. */
  async #identified<T>(act: () => Promise<T>): Promise<T> {
    const known = me.player !== null;
    const answer = await act();
    if (!known) {
      await checkPlayer('always');
      this.#connection?.reconnect();
    }
    return answer;
  }

  /** Lets the server pair the player with somebody who waits for this game. Returns the game, or null if the player has to wait. */
  async pair(settings: Settings): Promise<string | null> {
    this.#wait();
    const paired = await this.#identified(() => ask('POST /api/lobby/pair', { body: settings }));
    return paired.kind === 'game' ? paired.game : null;
  }

  async offer(settings: Settings, first: First): Promise<void> {
    this.#wait();
    await this.#identified(() => ask('POST /api/lobby', { body: { settings, first } }));
  }

  /** From now on a game may start at any time, also while the connection is made again. */
  #wait(): void {
    this.#known = new Set(this.games.map(({ id }) => id));
  }

  async take(seek: Seek): Promise<string> {
    const { id } = await this.#identified(() => ask('POST /api/lobby/{id}/take', { params: seek.id }));
    return id;
  }

  async withdraw(seek: Seek): Promise<void> {
    await ask('DELETE /api/lobby/{id}', { params: seek.id });
  }

  async create(game: NewGame): Promise<string> {
    const { id } = await this.#identified(() => ask('POST /api/games', { body: game }));
    return id;
  }
}

export const lobby = new Lobby();
