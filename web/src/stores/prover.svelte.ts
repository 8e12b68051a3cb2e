/** What the solver says about positions of a study: who wins by force, and which turns do not lose by force. */
import type { Engine } from '../core/engine';
import type { GameData } from '../core/rules';
import { opposite, type Side } from '../table/source';

/** Whether the player to move wins by force, or which of their turns lose by force. */
export type Question = 'win' | 'defences';

/** The most nodes for a question, or for each turn: a few seconds, or a few hundredths of one. */
const NODES: Record<Question, number> = { win: 1_000_000, defences: 5_000 };

/** A line of turns that wins by force. */
interface Win {
  winner: Side;
  /** All acts from the beginning of the game to the win. */
  acts: string[];
  /** How many of them come before the line. */
  from: number;
}

export type Answer =
  | { kind: 'wins'; winner: Side; turns: string[] }
  /** The opponent is known to win by force. */
  | { kind: 'lost'; player: Side }
  /** No win was found; `sure` if no sequence of forcing turns wins. */
  | { kind: 'no-win'; player: Side; sure: boolean; nodes: number }
  | Defences;

export interface Defences {
  kind: 'defences';
  /** The player who wins after the turns that lose. */
  winner: Side;
  /** The turns that are not known to lose. */
  open: string[];
  lost: number;
  /** In how many turns the last of them loses. */
  longest: number;
  /** How many turns are examined. */
  count: number;
  /** Whether these are all turns. */
  complete: boolean;
  nodes: number;
}

/** How many turns have been examined. Fewer than `count` if the question was stopped. */
export const examined = ({ open, lost }: Defences) => open.length + lost;

/** Whether every turn is known to lose. */
export const allLose = ({ lost, count, complete }: Defences) => complete && lost === count;

/** What was answered about a position. */
interface Answers {
  last: Question;
  win?: Answer;
  defences?: Defences;
}

export class Prover {
  readonly #engine: Engine;
  /** The question that is being answered, and the share that is done, from 0 to 1. */
  running = $state.raw<{ question: Question; share: number } | null>(null);
  /** The answers by position. */
  #answers = $state.raw<Record<string, Answers>>({});
  #wins = $state.raw<Win[]>([]);

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /**
   * Answers a question about a game, whose player to move is `mover`. `proven` is who wins by the opening proof. Does nothing while another
   * question is being answered. Throws if the engine fails or is stopped.
   */
  async ask(question: Question, game: GameData, mover: Side, proven: Side | null = null): Promise<void> {
    if (this.running) return;
    this.running = { question, share: 0 };
    try {
      await (question === 'win' ? this.#win(game, mover, proven) : this.#defences(game, mover));
    } finally {
      this.running = null;
    }
  }

  /** What is known about a position: the answer to the last question. Along a line that wins, that is the rest of the line. */
  about(game: GameData): Answer | null {
    const answers = this.#answers[key(game)];
    const answer = answers?.[answers.last];
    if (answer && answer.kind !== 'no-win') return answer;
    const win = this.#shortestWin(game);
    if (win) return { kind: 'wins', winner: win.winner, turns: win.acts.slice(game.acts.length) };
    return answer ?? null;
  }

  #shortestWin({ acts }: GameData): Win | null {
    const wins = this.#wins.filter(
      (win) => win.from <= acts.length && acts.length < win.acts.length && acts.every((act, i) => act === win.acts[i]),
    );
    return wins.sort((one, other) => one.acts.length - other.acts.length)[0] ?? null;
  }

  async #win(game: GameData, mover: Side, proven: Side | null): Promise<void> {
    const defences = this.#answers[key(game)]?.defences;
    const winner =
      proven ?? this.#shortestWin(game)?.winner ?? (defences && allLose(defences) ? defences.winner : null);
    if (winner === opposite(mover)) return this.#keep(game, 'win', { kind: 'lost', player: mover });
    const nodes = NODES.win;
    const solved = await this.#engine.prove({ game, nodes }, (share) => (this.running = { question: 'win', share }));
    if (solved.verdict === 'wins') {
      this.#wins = [...this.#wins, { winner: mover, acts: [...game.acts, ...solved.turns], from: game.acts.length }];
      this.#keep(game, 'win', undefined);
    } else {
      this.#keep(game, 'win', { kind: 'no-win', player: mover, sure: solved.verdict === 'no-forced-win', nodes });
    }
  }

  async #defences(game: GameData, mover: Side): Promise<void> {
    const nodes = NODES.defences;
    const answer: Defences = {
      kind: 'defences',
      winner: opposite(mover),
      open: [],
      lost: 0,
      longest: 0,
      count: 0,
      complete: true,
      nodes,
    };
    try {
      await this.#engine.defend({ game, nodes }, ({ turn, loses, number, count, complete }) => {
        Object.assign(answer, { count, complete });
        if (loses === null) answer.open.push(turn);
        else [answer.lost, answer.longest] = [answer.lost + 1, Math.max(answer.longest, loses)];
        this.running = { question: 'defences', share: number / count };
      });
    } finally {
      // If it was stopped, what is known so far is worth telling, unless more was known before.
      const before = this.#answers[key(game)]?.defences;
      const more = before && examined(before) > examined(answer) ? before : answer;
      if (more.count > 0) this.#keep(game, 'defences', more);
    }
  }

  #keep<Q extends Question>(game: GameData, question: Q, answer: Answers[Q]): void {
    const place = key(game);
    this.#answers = { ...this.#answers, [place]: { ...this.#answers[place], last: question, [question]: answer } };
  }
}

const key = (game: GameData) => game.acts.join(' ');
