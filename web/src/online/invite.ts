/** Creates a game with a friend. Loaded on demand, to keep the first page small. */
import { loadRules } from '../core/rules';
import { lobby } from './lobby.svelte';
import { friendGame } from './wish';
import { problemOf, problemText } from '../problems';

/** Creates the game; returns its id, or a message if it failed. */
export async function inviteFriend(): Promise<{ game: string } | { failure: string }> {
  try {
    await loadRules();
    return { game: await lobby.create(friendGame()) };
  } catch (error) {
    return { failure: problemText(problemOf(error)) };
  }
}
