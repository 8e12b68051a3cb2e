/**
 * Whether there is a server behind the page, and who one is to it. The app can be had without one, from any host of files and without a
 * network; then nothing that needs it is shown.
 */
import { forget, load, save } from '../stores/storage';
import { ask, Refused, type Schemas } from './api';

export type Me = Schemas['Me'];
export type Player = Schemas['Player'];

const NOBODY: Me = { player: null, ratings: [], email: null, talks: false };

/** What was so the last time is likely to be so again, and nothing on the page has to move. */
const KEY = 'zertz.server';

/** Who one is by the last answer to any tab, so that a change is seen by the others. */
const WHO = 'zertz.me';

/** An answer older than this may not be true any more, for those who need to know. */
const FRESH = 5_000;

const now = $state<{ state: 'unknown' | 'offline' | 'known'; me: Me }>({ state: 'unknown', me: NOBODY });

/** Only the answer to the last question counts. */
let asked = 0;

let askedAt = 0;

let onLeaving: (() => void)[] = [];

export const me = {
  /** Whether there is a server, as far as is known or was so the last time. */
  get there(): boolean {
    return now.state === 'known' || (now.state === 'unknown' && navigator.onLine && load<boolean>(KEY) === true);
  },
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
  askedAt = Date.now();
  let answer: Me | null = null;
  let cut = false;
  try {
    answer = await ask<Me>('GET', '/me');
  } catch (error) {
    // A host that only has the files of the app answers with one of them, or with nothing.
    cut = error instanceof Refused && error.code === 'offline';
  }
  if (question !== asked) return;
  if (answer && typeof answer.talks === 'boolean') {
    const left = me.account !== null && me.account.id !== answer.player?.id;
    now.state = 'known';
    now.me = answer;
    save(KEY, true);
    save(WHO, [answer.player?.id, answer.player?.kind]);
    if (left) for (const act of onLeaving) act();
    return;
  }
  now.state = 'offline';
  // Without a network there may be a server later; a host of files stays one.
  if (!cut) forget(KEY);
}

/** Asks again if the last answer is a while old, or `anew` when something has been done that makes a guest known. */
export async function meet(how: 'fresh' | 'anew'): Promise<void> {
  if (navigator.onLine && (how === 'anew' || Date.now() - askedAt > FRESH)) await refresh();
}

/** Does something when an account is left, in whichever tab: open lines still know one by it. Gives the way to stop that. */
export function whenLeft(act: () => void): () => void {
  onLeaving = [...onLeaving, act];
  return () => {
    onLeaving = onLeaving.filter((other) => other !== act);
  };
}

/** Asks now, whenever there is a network again, and when another tab finds one to be somebody else. Gives the way to stop that. */
export function stayKnown(): () => void {
  // A browser that knows of no network would only complain. A page may have asked already.
  if (navigator.onLine) void meet('fresh');
  else now.state = 'offline';
  const again = () => void refresh();
  const told = ({ key }: StorageEvent) => key === WHO && again();
  addEventListener('online', again);
  addEventListener('storage', told);
  return () => {
    removeEventListener('online', again);
    removeEventListener('storage', told);
  };
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
  await ask('POST', '/account', { password, newPassword: wanted.password ?? null, email: wanted.email ?? null });
  await refresh();
}

export async function leave(password: string): Promise<void> {
  await ask('DELETE', '/account', { password });
  await refresh();
}
