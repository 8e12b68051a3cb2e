/** Trees of turns. */
import { viewOf, type GameData, type TreeTurn } from '../core/rules';

/** The turns of a game as a tree without branches. Turns undone by a demand are left out. */
export function lineOf(game: GameData): TreeTurn[] {
  const turn = (text: string, index: number) => ({ turn: text, parent: index - 1, comment: '', glyphs: [] });
  return viewOf(game).played.map(({ text }, index) => turn(text, index));
}

/** The indexes of the turns that follow a turn, or the start if it is -1; the main one first. */
export function nextTurns(turns: readonly TreeTurn[], index: number): number[] {
  return turns.flatMap((turn, i) => (turn.parent === index ? [i] : []));
}

/** The tree without a turn and all that follow it, and the new index of each turn that is left. */
export function withoutTurn(
  turns: readonly TreeTurn[],
  index: number,
): { turns: TreeTurn[]; placeOf: (old: number) => number | undefined } {
  const gone: boolean[] = [];
  turns.forEach((turn, i) => (gone[i] = i === index || gone[turn.parent] === true));
  let count = 0;
  const places = gone.map((isGone) => (isGone ? undefined : count++));
  const placeOf = (old: number) => places[old];
  const kept = turns.filter((_, i) => !gone[i]);
  return { turns: kept.map((turn) => ({ ...turn, parent: placeOf(turn.parent) ?? -1 })), placeOf };
}
