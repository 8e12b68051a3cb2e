/** Premoves and conditional turns, made on a separate board while the opponent is to move. */
import { constants, premoveGame, type Beat, type GameData } from '../core/rules';
import { TurnInProgress } from '../table/turn.svelte';

/** A premove answers any turn. A conditional line has the opponent's and the player's turns in alternation. */
export type LineKind = 'premove' | 'conditional';

/** A line being made. A premove is made as if it were the player's turn now. */
export class ConditionalLine {
  readonly kind: LineKind;
  game = $state.raw<GameData>() as GameData;
  turns = $state.raw<string[]>([]);
  beats = $state.raw<Beat[]>([]);
  readonly turn: TurnInProgress;

  /** `keep` is called with a premove as soon as it is complete. */
  constructor(game: GameData, kind: LineKind, keep: (line: string[]) => void) {
    this.kind = kind;
    this.game = kind === 'premove' ? premoveGame(game) : game;
    this.turn = new TurnInProgress({
      game: () => this.game,
      mine: () => true,
      stepped: (beats) => (this.beats = beats),
      made: (turn, beats) => {
        this.beats = beats;
        if (kind === 'premove') return keep([constants().anyTurn, turn]);
        const next = { ...this.game, acts: [...this.game.acts, turn] };
        this.turn.clear();
        this.game = next;
        this.turns = [...this.turns, turn];
      },
    });
  }

  /** Whether the line ends with the player's turn, so that it can be kept. */
  get complete(): boolean {
    return this.turns.length > 0 && this.turns.length % 2 === 0;
  }

  /** Whether the next turn to make is the opponent's. */
  get theirs(): boolean {
    return this.kind === 'conditional' && this.turns.length % 2 === 0;
  }
}

export function isPremove([first]: readonly string[]): boolean {
  return first === constants().anyTurn;
}
