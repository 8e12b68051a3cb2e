/** Who one is to the server. Asked once the app is there, and again whenever it changes. */
import { ask, Refused, type Schemas } from './api';

export type Me = Schemas['Me'];
export type Player = Schemas['Player'];

const NOBODY: Me = { player: null, ratings: [], email: null, talks: false };

const now = $state<{ state: 'unknown' | 'offline' | 'known'; me: Me }>({ state: 'unknown', me: NOBODY });

/** Only the answer to the last question counts. */
let asked = 0;

export const me = {
  /** `offline`: there is no server, or no way to it. What was known before may still be read. */
  get state() {
    return now.state;
  },
  /** Nobody until one has played or signed in. */
  get player(): Player | null {
    return now.me.player ?? null;
  },
  /** The player, if that is more than a guest. */
  get account(): (Player & { name: string }) | null {
    const player = now.me.player;
    return player?.name && player.kind !== 'guest' ? { ...player, name: player.name } : null;
  },
  get ratings() {
    return now.me.ratings;
  },
  get email() {
    return now.me.email ?? '';
  },
  /** Whether one may talk to opponents. */
  get talks() {
    return now.me.talks;
  },
};

/** Asks who one is. Never fails: without an answer one is offline. */
export async function refresh(): Promise<void> {
  const question = ++asked;
  let answer: Me | null = null;
  try {
    answer = await ask<Me>('GET', '/me');
  } catch {
    // A host that only has the files of the app answers with one of them, or with nothing.
  }
  if (question !== asked) return;
  now.state = answer ? 'known' : 'offline';
  if (answer) now.me = answer;
}

/** Asks now, and whenever there is a network again. Gives the way to stop that. */
export function stayKnown(): () => void {
  // A browser that knows of no network would only complain.
  if (navigator.onLine) void refresh();
  else now.state = 'offline';
  const again = () => void refresh();
  addEventListener('online', again);
  return () => removeEventListener('online', again);
}

export async function signIn(name: string, password: string): Promise<void> {
  try {
    await ask<Player>('POST', '/account/sign-in', { name, password });
  } catch (error) {
    // It may be the name that is wrong, so the words are others than for one's own password.
    throw error instanceof Refused && error.code === 'wrong-password' ? new Refused('no-fit', error.message) : error;
  }
  await refresh();
}

/** What was played as a guest stays one's own. */
export async function register(name: string, password: string, email: string): Promise<void> {
  await ask<Player>('POST', '/account/register', { name, password, email: email || null });
  await refresh();
}

export async function signOut(): Promise<void> {
  await ask('POST', '/account/sign-out');
  await refresh();
}

/** Another password or address. Other devices are signed out by another password. */
export async function change(password: string, wanted: { password?: string; email?: string }): Promise<void> {
  // The server takes an address that is not named for one that is to go.
  const email = wanted.email ?? me.email;
  await ask('POST', '/account', { password, newPassword: wanted.password ?? null, email: email || null });
  await refresh();
}

export async function leave(password: string): Promise<void> {
  await ask('DELETE', '/account', { password });
  await refresh();
}
