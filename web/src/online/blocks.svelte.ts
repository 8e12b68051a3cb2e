/** The players whom the person has blocked. */
import { ask, type PlayerRef } from './api';
import { me } from './me.svelte';

interface Known {
  /** Whose list it is. */
  of: string;
  players: PlayerRef[];
}

let known = $state.raw<Known | null>(null);

export const blocks = {
  /** The list as last loaded; empty before. */
  get players(): PlayerRef[] {
    return known !== null && known.of === me.player?.id ? known.players : [];
  },
  has(id: string): boolean {
    return this.players.some((player) => player.id === id);
  },
};

/** Loads the list. */
export async function loadBlocks(): Promise<void> {
  const of = me.player?.id;
  if (of === undefined) return;
  const players = await ask('GET /api/account/blocks');
  if (me.player?.id === of) known = { of, players };
}

export async function block({ id }: { id: string }): Promise<void> {
  await ask('POST /api/account/blocks/{id}', { params: id });
  await loadBlocks();
}

export async function unblock({ id }: { id: string }): Promise<void> {
  await ask('DELETE /api/account/blocks/{id}', { params: id });
  await loadBlocks();
}
