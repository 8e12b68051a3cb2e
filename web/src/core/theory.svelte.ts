/** What is proven about openings. The certificate is loaded when it is first needed. */
import { pause } from './pause';
import { loadRules, proven, provideProof, type GameData, type Proven } from './rules';
import { fetchCertificate, mayBeProven } from './certificate';

const known = $state({ ready: false });
let loading: Promise<void> | undefined;

/** Loads the certificate; resolves when questions can be answered. After a failure, the next call tries again. */
export function loadProof(): Promise<void> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(): Promise<void> {
  const [certificate] = await Promise.all([fetchCertificate(), loadRules()]);
  // Reading it takes a moment, in which the page cannot respond.
  await pause(2);
  provideProof(certificate);
  known.ready = true;
}

/** Who wins by force, as far as is known now. The value changes when the certificate has been loaded. */
export function provenResult(game: GameData): Proven | null {
  return known.ready ? (proven(game) ?? null) : null;
}

/** The winner's turn in a proven position. Loads the certificate; without it, nothing is proven. */
export async function provenTurn(game: GameData): Promise<string | null> {
  await loadProof().catch(() => {});
  return provenResult(game)?.turn ?? null;
}

/** Loads the certificate if it may say something about a game: it is for one board, and for positions after the first turn. */
export function wantProof(game: GameData): void {
  if (mayBeProven(game) && (game.acts.length > 0 || game.start)) loadProof().catch(() => {});
}
