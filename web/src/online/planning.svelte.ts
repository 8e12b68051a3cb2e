/**
 * Thinking ahead: a turn is prepared on a board of its own while the opponent is to move.
 *
 * Either an answer to whatever comes, made as if it were one's turn now; or lines of turns, the opponent's and one's own in alternation.
 */
import { look, zip, type Beat, type GameData } from '../core/rules';
import { Making } from '../stores/making.svelte';
import { ANY } from './follow';

export type PlanKind = 'any' | 'certain';

export class Planning {
  readonly kind: PlanKind;
  #game = $state.raw<GameData>() as GameData;
  line = $state.raw<string[]>([]);
  beats = $state.raw<Beat[]>([]);
  readonly making: Making;

  /** `keep` is told of an answer to whatever comes as soon as it is made. */
  constructor(game: GameData, kind: PlanKind, keep: (line: string[]) => void) {
    this.kind = kind;
    this.#game = kind === 'any' ? myTurn(game) : game;
    this.making = new Making({
      game: () => this.#game,
      mine: () => true,
      stepped: (beats) => (this.beats = beats),
      made: (turn, beats) => {
        this.beats = beats;
        if (kind === 'any') return keep([ANY, turn]);
        const next = { ...this.#game, acts: [...this.#game.acts, turn] };
        this.making.clear();
        this.#game = next;
        this.line = [...this.line, turn];
      },
    });
  }

  /** Whether the line ends with an answer, so that it can be kept. */
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

/**
 * The game as if it were the other's turn. Where there is nothing but one capture, it is made: that is what will happen, and to know it
 * is why one gives marbles away.
 */
export function myTurn(game: GameData): GameData {
  const forced = onlyCapture(game);
  if (forced !== null) return { ...game, acts: [...game.acts, forced] };
  const fields = zip(game).split(' ');
  fields[4] = fields[4] === '1' ? '2' : '1';
  return { rules: { ...game.rules, swap: false }, start: fields.join(' '), acts: [] };
}

/** The only turn there is, if that is a capture. */
function onlyCapture(game: GameData): string | null {
  const steps: string[] = [];
  if (!look(game, steps).choices.onlyOne) return null;
  for (;;) {
    const { turn, choices } = look(game, steps);
    if (turn !== null) return turn;
    const [jump, other] = choices.jumps;
    if (!jump || other) return null;
    steps.push(`${jump.from}>${jump.to}`);
  }
}

/** Lines in the order in which they are tried: what fits any turn comes last, and there is one answer to each. */
export function withLine(lines: readonly string[][], line: string[]): string[][] {
  const key = (turns: string[]) => turns.slice(0, -1).join(' ');
  const others = lines.filter((other) => key(other) !== key(line));
  const all = [...others, line];
  return [...all.filter(([first]) => first !== ANY), ...all.filter(([first]) => first === ANY)];
}
