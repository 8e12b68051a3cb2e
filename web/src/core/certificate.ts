/** The certificate of what is proven about openings: a file of the app, which is loaded when it is needed. */
import url from '../../../crates/zertz-engine/proofs/37.txt?url';
import type { GameData } from '../wasm/zertz_wasm.js';

/** The longest proven win has 26 turns. Games may also begin from a position. */
const LONGEST = 30;

/** Whether the certificate may say something about a game: it is for one board. */
export function mayBeProven(game: GameData): boolean {
  return game.rules.board === '37' && game.acts.length <= LONGEST;
}

export async function fetchCertificate(): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} cannot be loaded: ${response.status}`);
  return response.text();
}
