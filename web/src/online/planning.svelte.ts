/**
 * Premoves and conditional turns, made on a separate board while the opponent is to move.
 *
 * A premove answers any turn and is made as if it were the player's turn now. Conditional turns are lines of the opponent's and the
 * player's turns in alternation.
 */
import { constants, premoveGame, type Beat, type GameData } from '../core/rules';
import { Making } from '../table/making.svelte';

export type PlanKind = 'any' | 'certain';

export class Planning {
  readonly kind: PlanKind;
  #game = $state.raw<GameData>() as GameData;
  line = $state.raw<string[]>([]);
  beats = $state.raw<Beat[]>([]);
  readonly making: Making;

  /** `keep` is called with a premove as soon as it is complete. */
  constructor(game: GameData, kind: PlanKind, keep: (line: string[]) => void) {
    this.kind = kind;
    this.#game = kind === 'any' ? premoveGame(game) : game;
    this.making = new Making({
      game: () => this.#game,
      mine: () => true,
      stepped: (beats) => (this.beats = beats),
      made: (turn, beats) => {
        this.beats = beats;
        if (kind === 'any') return keep([constants().anyTurn, turn]);
        const next = { ...this.#game, acts: [...this.#game.acts, turn] };
        this.making.clear();
        this.#game = next;
        this.line = [...this.line, turn];
      },
    });
  }

  /** Whether the line ends with the player's turn, so that it can be kept. */
  get complete(): boolean {
    return this.line.length > 0 && this.line.length % 2 === 0;
  }

  /** Whether the next turn to make is the opponent's. */
  get theirs(): boolean {
    return this.kind === 'certain' && this.line.length % 2 === 0;
  }

  get game(): GameData {
    return this.#game;
  }
}

/** Whether a line answers any turn. */
export function isPremove([first]: readonly string[]): boolean {
  return first === constants().anyTurn;
}

/** Adds a line, replacing one with the same condition. Lines are tried in order, so premoves come last. */
export function withLine(lines: readonly string[][], line: string[]): string[][] {
  const key = (turns: string[]) => turns.slice(0, -1).join(' ');
  const others = lines.filter((other) => key(other) !== key(line));
  const all = [...others, line];
  return [...all.filter((other) => !isPremove(other)), ...all.filter(isPremove)];
}
