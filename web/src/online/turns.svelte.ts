/** The games in which it is the player's turn: for the home page, the badges and the way to the next game. */
import { ask, type GameSummary } from './api';
import { me } from './me.svelte';

/** Milliseconds between two questions while the page is visible. */
const EVERY = 60_000;

const isMyTurn = ({ status, mover, seats }: GameSummary): boolean =>
  status === 'playing' && me.player !== null && seats[mover - 1]?.id === me.player.id;

class Turns {
  /** The player's running games, as the server last listed them. */
  games = $state.raw<GameSummary[]>([]);
  readonly waiting: GameSummary[] = $derived(this.games.filter(isMyTurn));

  /** The game to play next, after a turn in this one. */
  after(game: string): GameSummary | null {
    return this.waiting.find(({ id }) => id !== game) ?? null;
  }

  /** Asks the server. Guests have no name to ask for; the lobby tells them. */
  async refresh(): Promise<void> {
    const name = me.account?.name;
    if (!name) return;
    try {
      const games = await ask('GET /api/games', { query: { status: 'playing', player: name } });
      if (me.account?.name === name) this.games = games;
    } catch {
      // The list stays as it was.
    }
  }

  /** Asks now, when the page becomes visible and from time to time. Returns a function that stops this. */
  watch(): () => void {
    const look = () => {
      if (document.visibilityState === 'visible') void this.refresh();
    };
    look();
    const timer = setInterval(look, EVERY);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }
}

export const turns = new Turns();

/** Shows the number on the icon of the installed app, where the system can. */
export function showBadge(count: number): void {
  // Without permission, or outside an installed app, some browsers refuse.
  void (count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.())?.catch(() => {});
}
