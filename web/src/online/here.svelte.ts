/**
 * Whether there is a server behind the page, and who it takes us for. The app can be had without one, from any host of files and without a
 * network; then nothing that needs it is shown.
 */
import { forget, load, save } from '../stores/storage';
import { ask, Refused, type Schemas } from './api';

const KEY = 'zertz.server';

/** What was so the last time is likely to be so again, and nothing on the page has to move. */
const state = $state<{ there: boolean; me: Schemas['Me'] | null }>({ there: navigator.onLine && load<boolean>(KEY) === true, me: null });

export function serverIsThere(): boolean {
  return state.there;
}

/** Who we are, as far as it was asked. */
export function player(): Schemas['Player'] | null {
  return state.me?.player ?? null;
}

/** Whether games can be rated, which takes an account. */
export function mayRate(): boolean {
  const kind = player()?.kind;
  return kind !== undefined && kind !== 'guest';
}

let asked: Promise<void> | null = null;
let askedAt = 0;

/** An answer older than this may not be true any more, for those who need to know. */
const FRESH = 5_000;

/** Asks once; `fresh` if that was a while ago, `anew` when something has been done that makes a guest known. */
export function lookForServer(how: 'once' | 'fresh' | 'anew' = 'once'): Promise<void> {
  const old = how === 'anew' || (how === 'fresh' && Date.now() - askedAt > FRESH);
  if (old || !asked) {
    askedAt = Date.now();
    asked = question();
  }
  return asked;
}

async function question(): Promise<void> {
  if (!navigator.onLine) {
    asked = null;
    return;
  }
  try {
    const me = await ask<Schemas['Me'] | undefined>('GET', '/me');
    // A host of files may answer with a page.
    if (typeof me?.talks !== 'boolean') throw new Error('no server');
    state.me = me;
    state.there = true;
    save(KEY, true);
  } catch (error) {
    state.there = false;
    // Without a network there may be one later; a host of files stays one.
    if (error instanceof Refused && error.code === 'offline') asked = null;
    else forget(KEY);
  }
}
