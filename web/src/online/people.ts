/** Texts about players and their games: data of the server in the reader's language. */
import { locale, t } from '../i18n/index.svelte';
import { numberText, outcomeText } from '../words';
import type { GameSummary, PlayerKind } from './api';
import { deviceOf } from './device';
import { me } from './me.svelte';

/** What is needed to name a player. */
export interface Named {
  name?: string | null | undefined;
  kind: PlayerKind;
  /** The level of an engine. */
  level?: number | null | undefined;
  rating?: number | null | undefined;
  change?: number | null | undefined;
}

export function playerText({ name, kind, level }: Named): string {
  if (kind === 'gone') return t('people.gone');
  if (!name) return t('people.guest');
  return level == null ? name : t('seat.engine', { level });
}

/** The page of a player; guests have none. */
export function playerAddress({ name, kind }: Named): string | null {
  return name && kind !== 'gone' && kind !== 'guest' ? `/player/${encodeURIComponent(name)}` : null;
}

/** "Ann – Guest" */
export function gameTitle(game: { seats: readonly (Named | null)[] }): string {
  const [first, second] = game.seats.map((seat) => (seat ? playerText(seat) : '…'));
  return t('game.title', { first: first!, second: second! });
}

/** Whether the person at this page plays in the game. */
export function isOwn(game: GameSummary): boolean {
  return me.player !== null && game.seats.some((seat) => seat?.id === me.player?.id);
}

export function resultText(game: GameSummary): string {
  const winner = game.result === '1' ? 1 : game.result === '2' ? 2 : null;
  if (!game.how) return '';
  const names = game.seats.map((seat) => (seat ? playerText(seat) : '…'));
  // Two players of the same name are distinguished by who began.
  const name = (player: 1 | 2) => (names[0] === names[1] ? t('seat.person', { player }) : names[player - 1]!);
  return outcomeText({ winner, how: game.how }, name);
}

/** A rating, without a thousands separator. */
export function ratingText(rating: number): string {
  return numberText(rating, { useGrouping: false, maximumFractionDigits: 0 });
}

export function percentText(share: number): string {
  return numberText(share, { style: 'percent', maximumFractionDigits: 0 });
}

/** "+12" */
export function changeText(change: number): string {
  return numberText(change, { signDisplay: 'exceptZero', maximumFractionDigits: 0 }).replace('-', '−');
}

export function dateText(at: number): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'long' }).format(at);
}

export function momentText(at: number): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' }).format(at);
}

export function timeOfDayText(at: number): string {
  return new Intl.DateTimeFormat(locale(), { timeStyle: 'short' }).format(at);
}

/** "Firefox on Linux" */
export function deviceText(agent: string): string {
  const { browser, system } = deviceOf(agent);
  if (browser && system) return t('account.device', { browser, system });
  return browser ?? system ?? t('account.device-unknown');
}
