/**
 * Turns that the server has not confirmed yet, stored on this device until it has. Each is kept with the game in which it was made, so that
 * both can be shown without a connection.
 *
 * The page of a game sends its own turn. The turns of other games are sent when the app starts and when the network returns. A request has
 * an id, so sending it twice is harmless.
 */
import { hasCode, problemOf, problemText } from '../problems';
import { t } from '../i18n/index.svelte';
import { load, save } from '../stores/storage';
import { ask, type Problem, type Request, type Snapshot } from './api';
import { me } from './me.svelte';

export type TurnRequest = Extract<Request, { type: 'turn' }>;

export interface Unsent {
  request: TurnRequest;
  /** The game before the turn. */
  snapshot: Snapshot;
}

const KEY = 'zertz.unsent';

/** Problems that say nothing about the turn: it is kept and sent again later. */
const PASSING = ['offline', 'rate-limited', 'conflict', 'internal'] as const;

const state = $state({ dropped: '' });

/** The games whose pages are open here. */
let open: string[] = [];

export const unsent = {
  /** Says that a turn could not be played any more; empty if there is nothing to say. */
  get dropped(): string {
    return state.dropped;
  },
  set dropped(text: string) {
    state.dropped = text;
  },
};

const all = (): Record<string, Unsent> => load<Record<string, Unsent>>(KEY) ?? {};

const playerOf = ({ you, seats }: Snapshot): string | undefined => (you ? seats[you - 1]?.id : undefined);

/** Whether the person at this device made the turn, as far as is known. */
const isMine = ({ snapshot }: Unsent): boolean => me.state !== 'known' || me.player?.id === playerOf(snapshot);

export function keepTurn(game: string, turn: Unsent): void {
  save(KEY, { ...all(), [game]: turn });
}

export function forgetTurn(game: string, id: string): void {
  const { [game]: found, ...rest } = all();
  if (found?.request.id === id) save(KEY, rest);
}

export function unsentTurn(game: string): Unsent | null {
  const found = all()[game];
  return found && isMine(found) ? found : null;
}

/** The page of a game is open, and sends its turn itself. Returns a function that ends this. */
export function openGame(game: string): () => void {
  open = [...open, game];
  return () => (open = open.filter((other) => other !== game));
}

/** What to say about a turn that the server has refused. */
export const droppedText = (turn: string, problem: Problem): string =>
  t('online.unsent-dropped', { turn, why: problemText(problem) });

/** Sends the turns of games whose pages are not open. */
export async function sendTurns(): Promise<void> {
  for (const [game, turn] of Object.entries(all())) {
    if (open.includes(game) || me.player?.id !== playerOf(turn.snapshot)) continue;
    try {
      await ask('POST /api/games/{id}/act', { params: game, body: turn.request });
    } catch (error) {
      if (hasCode(error, ...PASSING)) continue;
      state.dropped = droppedText(turn.request.turn, problemOf(error));
    }
    forgetTurn(game, turn.request.id);
  }
}
