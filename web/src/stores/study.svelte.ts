/** A game being studied: a tree of turns, the turn shown, and the engine's analysis of it. */
import { Engine, Stopped } from '../core/engine';
import { mainLine } from '../core/extras';
import { provenResult, wantProof } from '../core/theory.svelte';
import {
  constants,
  viewOf,
  type Beat,
  type GameData,
  type OtherAct,
  type Problem,
  type Proven,
  type RecordData,
  type GameReport,
  type MarkData,
  type TreeTurn,
  type TurnReport,
  type Variation,
  type View,
} from '../core/rules';
import { t } from '../i18n/index.svelte';
import { problemOf, problemText } from '../problems';
import { Pen } from '../table/pen.svelte';
import { opposite, type PanelFacts, type Report, type Side, type Source } from '../table/source';
import { Prover, type Question } from './prover.svelte';
import { save } from './storage';
import { lineOf, nextTurns, withoutTurn } from './tree';

export const STUDY = 'zertz.study';

const SWAP: OtherAct = 'swap';

/** Milliseconds between two updates of the analysis shown. */
const PAUSE = 200;

/** A turn of a review, with its place in the tree. */
type ReviewedTurn = TurnReport & { chance: number; loss: number; index: number };

/** A study in the browser's storage. Older releases stored only the record and the turn shown. */
export interface StoredStudy {
  record: RecordData;
  at: number;
  origin?: string;
  review?: ReviewedTurn[];
  players?: GameReport['players'] | null;
}

export class Study implements Source {
  report!: Report;
  #record = $state.raw<RecordData>() as RecordData;
  readonly #kept: boolean;
  turns = $state.raw<TreeTurn[]>([]);
  /** The turn shown last; -1 is the start. */
  at = $state(-1);
  /** Whether the engine analyses the position shown. */
  #on = $state(false);
  lines = $state(3);
  thoughts = $state.raw<Variation[]>([]);
  problem = $state.raw<Problem | null>(null);
  /** The review of the main line, with the place of each turn in the tree; empty if there is none. */
  review = $state.raw<ReviewedTurn[]>([]);
  /** How well each player played, by the review. */
  players = $state.raw<GameReport['players'] | null>(null);
  /** The share of a running review that is done, from 0 to 1. */
  progress = $state<number | null>(null);
  readonly #engine = new Engine(64);
  readonly prover = new Prover(this.#engine);
  /** Whether the page was left: nothing may start any more. */
  #left = false;
  /** The results of the analysis in progress. */
  #heard: Variation[] | null = null;

  readonly position: View = $derived.by(() => viewOf(this.game));
  /** Who wins the position shown by force, if that is proven. */
  readonly proven: Proven | null = $derived.by(() => provenResult(this.game));
  /** Whether the review is of a game that was proven at some point: a turn that loses only by the proof has no mark. */
  readonly isAboutProof = $derived.by(
    () => this.players !== null && this.mainLine.some((index) => provenResult(this.#gameAt(index)) !== null),
  );
  readonly unfinished = [];
  readonly watching = false;
  readonly viewer = null;
  readonly neutral = true;
  readonly below = 1;
  readonly why = '';
  readonly keys = {
    u: () => this.back(),
    h: () => (this.thinking = !this.thinking),
    d: () => this.pen && (this.pen.on = !this.pen.on),
    ',': () => this.back(),
    '.': () => this.forward(),
  };

  /** Draws marks on the position shown; `null` where nothing is stored. */
  readonly pen: Pen | null;

  /** What the study was opened from: an address and its game. A reload finds the stored study by it. */
  readonly #origin: string;

  /** A study that is not `kept` leaves the stored one alone. */
  constructor(record: RecordData, at: number | 'end' = -1, kept = true, origin = '') {
    this.#record = record;
    this.#kept = kept;
    this.#origin = origin;
    this.pen = kept ? new Pen(this) : null;
    this.turns = record.turns.length > 0 ? record.turns : lineOf(record.game);
    this.at = at === 'end' ? (this.mainLine.at(-1) ?? -1) : at;
  }

  /** The study as it was stored, with its review. */
  static from({ record, at, origin = '', review = [], players = null }: StoredStudy): Study {
    const study = new Study(record, at, true, origin);
    study.review = review;
    study.players = players;
    return study;
  }

  path(index: number): number[] {
    const path: number[] = [];
    for (let i = index; i >= 0; i = this.turns[i]!.parent) path.unshift(i);
    return path;
  }

  /** The turns that follow, the main one first. */
  next(index: number): number[] {
    return nextTurns(this.turns, index);
  }

  /** The line of turns that was played. */
  get mainLine(): number[] {
    const line: number[] = [];
    for (let [i] = this.next(-1); i !== undefined; [i] = this.next(i)) line.push(i);
    return line;
  }

  #gameAt(index: number): GameData {
    return { ...this.#record.game, acts: this.path(index).map((i) => this.turns[i]!.turn) };
  }

  get game(): GameData {
    return this.#gameAt(this.at);
  }

  get outcome(): View['outcome'] {
    return this.position.outcome;
  }

  get running(): boolean {
    return this.outcome === null;
  }

  get mine(): boolean {
    return this.running;
  }

  /** Whether the sides were swapped before the turn that follows this one. */
  #swapped(index: number): boolean {
    const [first] = this.path(index);
    return first !== undefined && first === this.mainLine[0] && this.#record.game.acts[1] === SWAP;
  }

  #nameAt(index: number, side: Side): string {
    const player = this.#swapped(index) ? opposite(side) : side;
    return this.#record.tags.find(([tag]) => tag === `Player${player}`)?.[1] || t('seat.person', { player: side });
  }

  name(side: Side): string {
    return this.#nameAt(this.at, side);
  }

  shortName(side: Side): string {
    return this.name(side);
  }

  /** The names of both sides at the end of the main line. */
  get names(): [string, string] {
    const end = this.mainLine.at(-1) ?? -1;
    return [this.#nameAt(end, 1), this.#nameAt(end, 2)];
  }

  panel(side: Side): PanelFacts {
    return { name: this.name(side) };
  }

  /** The engine's best line in the position shown, if it is on. */
  get hint(): Variation | null {
    return this.thoughts[0] ?? null;
  }

  get notice(): string | null {
    return this.pen?.on ? this.pen.task : null;
  }

  get failure(): string | null {
    return this.problem && problemText(this.problem);
  }

  situation(task: string): string {
    return `${this.name(this.position.mover)}: ${task}`;
  }

  get record(): RecordData {
    const record = { ...this.#record, turns: this.turns };
    return { ...record, game: mainLine(record) };
  }

  /** Shows another turn, with a motion and a description if it follows from the one shown before. */
  #moved(beats: Beat[] | null): void {
    this.report.acted({ beats: beats ?? [], describe: beats !== null });
    this.pen?.turnPage();
    this.#wantProof();
    this.#store();
    this.problem = null;
    this.#think();
  }

  #store(): void {
    if (!this.#kept) return;
    const { record, at, review, players } = this;
    save(STUDY, { record, at, origin: this.#origin, review, players } satisfies StoredStudy);
  }

  /** Plays a turn: along a line that exists, or as a new variation. */
  play(turn: string, beats: Beat[] | null = null): void {
    this.#follow(turn);
    this.#moved(beats ?? this.position.beats);
  }

  /** Plays a line of turns, and shows its last position. */
  playLine(turns: string[]): void {
    for (const turn of turns) this.#follow(turn);
    this.#moved(turns.length === 1 ? this.position.beats : null);
  }

  #follow(turn: string): void {
    const there = this.next(this.at).find((i) => this.turns[i]!.turn === turn);
    if (there === undefined) {
      this.turns = [...this.turns, { turn, parent: this.at, comment: '', glyphs: [] }];
      this.at = this.turns.length - 1;
    } else {
      this.at = there;
    }
  }

  goTo(index: number): void {
    const forward = index >= 0 && this.turns[index]!.parent === this.at;
    this.at = index;
    this.#moved(forward ? this.position.beats : null);
  }

  back(): void {
    if (this.at >= 0) this.goTo(this.turns[this.at]!.parent);
  }

  forward(): void {
    const [next] = this.next(this.at);
    if (next !== undefined) this.goTo(next);
  }

  end(): void {
    let last = this.at;
    for (let [i] = this.next(last); i !== undefined; [i] = this.next(i)) last = i;
    if (last !== this.at) this.goTo(last);
  }

  /** Removes a turn and all that follow from the tree. */
  remove(index: number): void {
    const { parent } = this.turns[index]!;
    const { turns, placeOf } = withoutTurn(this.turns, index);
    this.at = placeOf(this.at) ?? placeOf(parent) ?? -1;
    this.turns = turns;
    // The review would no longer fit the tree.
    if (this.progress !== null) this.stop();
    this.#dropReview();
    this.#moved(null);
  }

  #annotate(note: Partial<Pick<TreeTurn, 'comment' | 'marks'>>): void {
    if (this.at < 0) this.#record = { ...this.#record, ...note };
    else this.turns = this.turns.map((turn, i) => (i === this.at ? { ...turn, ...note } : turn));
    this.#store();
  }

  get #here(): Pick<TreeTurn, 'comment' | 'marks'> {
    return this.turns[this.at] ?? this.#record;
  }

  comment(comment: string): void {
    this.#annotate({ comment });
  }

  get commentHere(): string {
    return this.#here.comment;
  }

  get marks(): MarkData[] {
    // Records stored by older releases have none.
    return this.#here.marks ?? [];
  }

  keepMarks(marks: MarkData[]): void {
    this.#annotate({ marks });
  }

  tell(text: string): void {
    this.report.tell(text);
  }

  get thinking(): boolean {
    return this.#on;
  }

  set thinking(on: boolean) {
    this.#on = on;
    this.#analyse();
  }

  setLines(lines: number): void {
    this.lines = lines;
    this.#analyse();
  }

  /** Whether the engine answers a question or reviews the game. The analysis waits until it has finished. */
  get isBusy(): boolean {
    return this.prover.running !== null || this.progress !== null;
  }

  /** Analyses the position shown in another way, now or when the engine is no longer busy. */
  #analyse(): void {
    if (this.isBusy) return;
    this.problem = null;
    this.#think();
  }

  start(): () => void {
    this.#left = false;
    this.#wantProof();
    return () => {
      this.#left = true;
      this.stop();
    };
  }

  /** Without the proof, the page says nothing about it. */
  #wantProof(): void {
    wantProof(this.game).catch(() => {});
  }

  stop(): void {
    this.#engine.stop();
  }

  /** Stops what the engine is doing, and forgets its analysis of the position shown. */
  #pause(): void {
    this.#engine.stop();
    this.#heard = null;
    this.thoughts = [];
  }

  /** Analyses the position shown, if the engine is on. */
  #think(): void {
    if (this.progress !== null) return;
    this.#pause();
    if (this.#left) return;
    // A question that was just stopped ends first, and then calls again.
    if (!this.#on || this.outcome !== null || this.prover.running) return;
    const lines = this.lines;
    const heard: Variation[] = [];
    let waiting = false;
    const show = () => {
      waiting = false;
      if (this.#heard === heard) this.thoughts = heard.filter((known) => known !== undefined).slice(0, lines);
    };
    this.#heard = heard;
    // Results come faster than anybody can read them, and each one shown redraws the marks on the board.
    const report = (thought: Variation) => {
      heard[thought.rank - 1] = thought;
      if (!waiting) setTimeout(show, PAUSE);
      waiting = true;
    };
    const { max: level } = constants().limits.engineLevel;
    const search = this.#engine.search({ game: this.game, level, variations: lines }, report);
    search.catch((error: unknown) => this.#failed(error));
  }

  #failed(error: unknown): void {
    if (!(error instanceof Stopped)) this.problem = problemOf(error, 'engine');
  }

  #dropReview(): void {
    this.review = [];
    this.players = null;
  }

  /** Asks the solver about the position shown. Another position stops it. */
  async ask(question: Question): Promise<void> {
    if (this.isBusy) return;
    this.#pause();
    this.problem = null;
    try {
      await this.prover.ask(question, this.game, this.position.mover, this.proven?.winner);
    } catch (error) {
      this.#failed(error);
    } finally {
      this.#think();
    }
  }

  async reviewGame(): Promise<void> {
    if (this.isBusy) return;
    this.#pause();
    this.problem = null;
    const line = this.mainLine;
    this.#dropReview();
    this.progress = 0;
    try {
      const game = this.#gameAt(line.at(-1) ?? -1);
      const { players, turns } = await this.#engine.review(game, (share) => (this.progress = share));
      // Only the command line can stop a review; here, everything is known.
      this.review = turns.map((turn, i) => ({ ...turn, chance: turn.chance!, loss: turn.loss!, index: line[i]! }));
      this.players = players;
      this.#store();
    } catch (error) {
      this.#failed(error);
    } finally {
      this.progress = null;
      this.#think();
    }
  }
}
