/**
 * Whether there is a server, and who the player is. The app also works without a server, from a static host or offline; then it hides what
 * needs one.
 */
import { hasCode } from '../problems';
import { forget, load, save } from '../stores/storage';
import { ask, Refused, type Maintenance, type Me, type Player } from './api';

const NOBODY: Me = {
  player: null,
  ratings: [],
  email: null,
  mayChat: false,
  moderator: false,
  restrictions: [],
  warnings: [],
};

/** Remembers whether there was a server, so that the page does not change its layout on the next visit. */
const KEY = 'zertz.server';

/** The player in the last answer to any tab, so that other tabs notice a change. */
const WHO = 'zertz.me';

/** Milliseconds after which `checkPlayer('if-old')` asks again. */
const FRESH = 5_000;

const now = $state<{ state: 'unknown' | 'offline' | 'known'; me: Me }>({ state: 'unknown', me: NOBODY });

/** The number of the last request; answers to earlier ones are ignored. */
let asked = 0;

let askedAt = 0;

let onLeaving: (() => void)[] = [];

export const me = {
  /** Whether there is a server, as far as known now or on the last visit. */
  get hasServer(): boolean {
    return now.state === 'known' || (now.state === 'unknown' && navigator.onLine && load<boolean>(KEY) === true);
  },
  /** `offline`: the server cannot be reached. Earlier answers can still be read. */
  get state() {
    return now.state;
  },
  /** `null` until the visitor has played or signed in. */
  get player(): Player | null {
    return now.me.player ?? null;
  },
  /** The player, unless it is a guest. */
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
  get mayChat() {
    return now.me.mayChat;
  },
  /** Whether moderators keep the player from playing. */
  get banned() {
    return (now.me.restrictions ?? []).some(({ kind }) => kind !== 'mute');
  },
  get moderator() {
    return now.me.moderator ?? false;
  },
  /** What moderators have forbidden the player. */
  get restrictions() {
    return now.me.restrictions ?? [];
  },
  /** Maintenance of the server that is planned. */
  get maintenance(): Maintenance | null {
    return now.me.maintenance ?? null;
  },
  /** What the player has to confirm, the oldest first. */
  get warnings() {
    return now.me.warnings ?? [];
  },
};

/** Notes what a socket says about planned maintenance. */
export function planMaintenance(planned: Maintenance | null): void {
  const me = { ...now.me };
  if (planned) me.maintenance = planned;
  else delete me.maintenance;
  now.me = me;
}

/** Asks the server who the player is. Never fails: without an answer the state is `offline`. */
export async function refresh(): Promise<void> {
  const question = ++asked;
  askedAt = Date.now();
  let answer: Me | null = null;
  let cut = false;
  try {
    answer = await ask('GET /api/me');
  } catch (error) {
    // A static host answers with a file, or not at all.
    cut = hasCode(error, 'offline');
  }
  if (question !== asked) return;
  if (answer && typeof answer.mayChat === 'boolean') {
    const left = me.account !== null && me.account.id !== answer.player?.id;
    now.state = 'known';
    now.me = answer;
    save(KEY, true);
    save(WHO, [answer.player?.id, answer.player?.kind]);
    if (left) for (const act of onLeaving) act();
    return;
  }
  now.state = 'offline';
  // Without a network there may still be a server; a static host stays one.
  if (!cut) forget(KEY);
}

/** Asks the server who the player is, unless the browser is offline. `always` is for after a request that may have created a guest. */
export async function checkPlayer(when: 'if-old' | 'always'): Promise<void> {
  if (navigator.onLine && (when === 'always' || Date.now() - askedAt > FRESH)) await refresh();
}

/** Calls `act` when the player leaves an account, in any tab, because open connections still use it. Returns a function that unsubscribes. */
export function onLeavingAccount(act: () => void): () => void {
  onLeaving = [...onLeaving, act];
  return () => {
    onLeaving = onLeaving.filter((other) => other !== act);
  };
}

/** Asks now, when the network returns, and when the player changes in another tab. Returns a function that stops this. */
export function watchPlayer(): () => void {
  // Without a network the browser would only log an error. A page may have asked already.
  if (navigator.onLine) void checkPlayer('if-old');
  else now.state = 'offline';
  const again = () => void refresh();
  const stored = ({ key }: StorageEvent) => key === WHO && again();
  addEventListener('online', again);
  addEventListener('storage', stored);
  return () => {
    removeEventListener('online', again);
    removeEventListener('storage', stored);
  };
}

export async function signIn(name: string, password: string): Promise<void> {
  try {
    await ask('POST /api/account/sign-in', { body: { name, password } });
  } catch (error) {
    // The name may be wrong too, so the message differs from that for the current password.
    throw hasCode(error, 'wrong-password') ? new Refused({ code: 'no-fit', message: 'wrong name or password' }) : error;
  }
  await refresh();
}

/** Creates an account. It keeps the games that were played as a guest. */
export async function register(name: string, password: string, email: string): Promise<void> {
  await ask('POST /api/account/register', { body: { name, password, ...(email && { email }) } });
  await refresh();
}

export async function signOut(): Promise<void> {
  await ask('POST /api/account/sign-out');
  await refresh();
}

/** Changes the password or the email address. A new password signs out other devices. */
export async function changeAccount(password: string, wanted: { password?: string; email?: string }): Promise<void> {
  const { password: newPassword, email } = wanted;
  await ask('POST /api/account', {
    body: { password, ...(newPassword !== undefined && { newPassword }), ...(email !== undefined && { email }) },
  });
  await refresh();
}

export async function deleteAccount(password: string): Promise<void> {
  await ask('DELETE /api/account', { body: { password } });
  await refresh();
}
