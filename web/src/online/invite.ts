/** A game with a friend, at once. Fetched when it is wanted: the first page has to be there soon, and most people look at it first. */
import { loadRules } from '../core/rules';
import { lobby } from './lobby.svelte';
import { friendGame } from './wish';
import { failureText } from './words';

/** Makes the game, or says why there is none. */
export async function inviteFriend(): Promise<{ game: string } | { failure: string }> {
  try {
    await loadRules();
    return { game: await lobby.create(friendGame()) };
  } catch (error) {
    return { failure: failureText(error) };
  }
}
