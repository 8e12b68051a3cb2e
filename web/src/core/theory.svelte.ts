/** What is proven about openings. The certificate is loaded when it is first needed, and so is what reads it. */
import { fetchCertificate } from './certificate';
import { once } from './once';
import { pause } from './pause';
import type { GameData, Proven } from './rules';
import { extras } from './with-extras';

/** Answers questions, once the certificate is loaded. */
let proven = $state.raw<((game: GameData) => Proven | undefined) | null>(null);

/** Loads the certificate; resolves when questions can be answered. */
export const loadProof = once(async () => {
  const [certificate, module] = await Promise.all([fetchCertificate(), extras()]);
  // Reading it takes a moment, in which the page cannot respond.
  await pause(2);
  module.provideProof(certificate);
  proven = module.proven;
});

/** Who wins by force, as far as is known now. The value changes when the certificate has been loaded. */
export function provenResult(game: GameData): Proven | null {
  return proven?.(game) ?? null;
}

/** Whether it is known that a game is not proven. */
export function isUnproven(game: GameData): boolean {
  return proven !== null && !proven(game);
}

/** The winner's turn in a proven position. Loads the certificate; without it, nothing is proven. */
export async function provenTurn(game: GameData): Promise<string | null> {
  await loadProof().catch(() => {});
  return provenResult(game)?.turn ?? null;
}

/** Loads the certificate if it may say something about a game after the first turn. */
export async function wantProof(game: GameData): Promise<void> {
  if (game.acts.length === 0 && !game.start) return;
  const { mayBeProven } = await extras();
  if (mayBeProven(game)) await loadProof();
}
