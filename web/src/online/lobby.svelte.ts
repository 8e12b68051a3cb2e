/** The lobby: what is offered, one's own running games, and news of games that begin. One connection for all pages that want it. */
import { ask, socketAddress, type Schemas } from './api';
import { me, meet, whenLeft } from './me.svelte';
import { Line, type LineStatus } from './line';

export type Seek = Schemas['Seek'];
export type GameSummary = Schemas['GameSummary'];
type Settings = Schemas['Settings'];

/** Who goes from one page to the next keeps the connection, and with it the offers. */
const LINGER = 2_000;

class Lobby {
  /** Nothing before the server has said anything. */
  seeks = $state.raw<Seek[] | null>(null);
  games = $state.raw<GameSummary[]>([]);
  status = $state<LineStatus>('connecting');
  #line: Line | null = null;
  #users = new Set<(game: string) => void>();
  #deaf: (() => void) | null = null;
  #leaving: ReturnType<typeof setTimeout> | undefined;

  /** Stays connected until the page goes; `started` hears of games that begin. */
  enter(started: (game: string) => void): () => void {
    this.#users.add(started);
    clearTimeout(this.#leaving);
    if (!this.#line) {
      this.#line = new Line({
        address: () => socketAddress('/lobby/socket'),
        heard: (message) => this.#hear(message as Schemas['LobbyMessage']),
        changed: (status) => (this.status = status),
      });
      this.#line.start();
      this.#deaf = whenLeft(() => {
        this.games = [];
        this.#line?.again();
      });
    }
    return () => {
      this.#users.delete(started);
      this.#leaving = setTimeout(() => this.#leave(), LINGER);
    };
  }

  #leave(): void {
    if (this.#users.size > 0) return;
    this.#line?.stop();
    this.#line = null;
    this.#deaf?.();
    this.seeks = null;
    this.status = 'connecting';
  }

  #hear(message: Schemas['LobbyMessage']): void {
    if (message.type === 'seeks') this.seeks = message.seeks;
    else if (message.type === 'games') this.games = message.games;
    else for (const started of this.#users) started(message.game);
  }

  /** Whoever does something for the first time becomes known by it, and the line must know that too. */
  async #become<T>(act: () => Promise<T>): Promise<T> {
    const known = me.player !== null;
    const answer = await act();
    if (!known) {
      await meet('anew');
      this.#line?.again();
    }
    return answer;
  }

  /** Takes an offer of these very settings, or makes one. Gives the game if one began. */
  async pair(settings: Settings): Promise<string | null> {
    const same = (seek: Seek) => seek.player !== me.player?.id && seek.kind !== 'bot' && alike(seek.settings, settings);
    const found = this.seeks?.find(same);
    if (!found) {
      await this.offer(settings, 'lot');
      return null;
    }
    return this.take(found);
  }

  async offer(settings: Settings, first: Schemas['First']): Promise<void> {
    await this.#become(() => ask<Schemas['Offered']>('POST', '/lobby', { settings, first }));
  }

  async take(seek: Seek): Promise<string> {
    const { id } = await this.#become(() => ask<Schemas['Made']>('POST', `/lobby/${seek.id}/take`));
    return id;
  }

  async withdraw(seek: Seek): Promise<void> {
    await ask('DELETE', `/lobby/${seek.id}`);
  }

  /** A game with somebody who is chosen. */
  async create(game: Schemas['NewGame']): Promise<string> {
    const { id } = await this.#become(() => ask<Schemas['Made']>('POST', '/games', game));
    return id;
  }
}

/** Whether two games are played by the same rules and clocks. */
function alike(one: Settings, other: Settings): boolean {
  const key = ({ rules, time, rated }: Settings) =>
    JSON.stringify([Object.entries(rules).sort(), Object.entries(time).sort(), rated]);
  return key(one) === key(other);
}

export const lobby = new Lobby();
