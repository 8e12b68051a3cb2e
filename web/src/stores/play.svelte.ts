/** A game on this device: stored in the browser, with a clock and the engine as opponent if wanted. */
import { Engine, loadEngine, Stopped } from '../core/engine';
import { whenIdle } from '../core/pause';
import { isUnproven, provenResult, provenTurn } from '../core/theory.svelte';
import {
  constants,
  insteadOfTurn,
  timeIncrement,
  viewOf,
  type Beat,
  type GameData,
  type OtherAct,
  type SearchRequest,
  type StepData,
  type Variation,
  type Problem,
  type View,
} from '../core/rules';
import { t } from '../i18n/index.svelte';
import { problemOf, problemText } from '../problems';
import type { PanelFacts, Report, Side, Source } from '../table/source';
import { contestText, hintText, provenText, seatName } from '../words';
import { Clock } from './clock';
import { saveGame, seatIndex, seatOf, type SavedGame, type Seat } from './library';
import { settings } from './settings.svelte';

/** Milliseconds for which the player is told that nothing was missed. */
const FAILURE = 8_000;

export class Play implements Source {
  readonly saved: SavedGame;
  report!: Report;
  game = $state.raw<GameData>() as GameData;
  #failure = $state.raw<Problem | null>(null);
  hint = $state.raw<Variation | null>(null);
  thinking = $state(false);
  /** Set when the browser has no room to store the game. */
  unsaved = $state(false);
  #left = $state.raw<[number, number] | null>(null);
  /** Whether a contested win was accepted. */
  #accepted = $state(false);
  #clock: Clock | null = null;
  #engine = new Engine();
  #failureTimer: ReturnType<typeof setTimeout> | undefined;
  #run: symbol | null = null;
  #alive = true;

  readonly position: View = $derived.by(() => viewOf(this.game));

  constructor(saved: SavedGame) {
    this.saved = saved;
    this.game = saved.game;
    this.#accepted = saved.over;
    if (saved.left) {
      this.#clock = new Clock(saved.time, saved.left);
      this.#left = saved.left;
    }
  }

  get unfinished(): StepData[] {
    return this.saved.unfinished ?? [];
  }

  get contested(): boolean {
    return this.position.outcome !== null && this.position.mayDemand && !this.#accepted;
  }

  get over(): boolean {
    return this.outcome !== null;
  }

  get running(): boolean {
    return this.position.outcome === null;
  }

  get outcome(): View['outcome'] {
    return this.contested ? null : this.position.outcome;
  }

  seat(side: Side): Seat {
    return this.saved.seats[this.#seatIndex(side)];
  }

  #seatIndex(side: Side): 0 | 1 {
    return seatIndex(this.position.swapped, side);
  }

  /** Whether a person is to move, or to answer a contested win. */
  get #personToAct(): boolean {
    return this.seat(this.position.mover).kind === 'person';
  }

  get mine(): boolean {
    return this.running && this.#personToAct;
  }

  get againstEngine(): boolean {
    return this.saved.seats.some((seat) => seat.kind === 'engine');
  }

  /** Whether the engine plays from a proof. */
  get withProof(): boolean {
    return this.saved.seats.some((seat) => seat.kind === 'engine' && seat.proof);
  }

  /** Whether the game has left the proof; at its end, whether it had before. */
  get #beyondProof(): boolean {
    return isUnproven(this.running ? this.game : { ...this.game, acts: this.game.acts.slice(0, -1) });
  }

  /** The side of the person who plays against the engine; of two persons, the one who began. */
  get below(): Side {
    return this.seat(1).kind === 'engine' ? 2 : 1;
  }

  get viewer(): Side | null {
    return this.againstEngine ? this.below : null;
  }

  readonly watching = false;

  name(side: Side): string {
    return this.#seatName(this.seat(side), side);
  }

  shortName(side: Side): string {
    const seat = this.seat(side);
    return seat.kind === 'person' && !seat.name && this.againstEngine ? t('seat.you') : this.#seatName(seat, side);
  }

  get names(): [string, string] {
    const [first, second] = this.saved.seats;
    return [this.#seatName(first, 1), this.#seatName(second, 2)];
  }

  /** The name of a seat. Beyond the proof, the engine plays on its own. */
  #seatName(seat: Seat, side: Side): string {
    const alone = seat.kind === 'engine' && seat.proof && this.#beyondProof;
    return seatName(alone ? { ...seat, proof: false } : seat, side, this.saved.seats);
  }

  panel(side: Side): PanelFacts {
    const thinking = this.thinking && this.position.mover === side && this.seat(side).kind === 'engine';
    const left = this.#left?.[this.#seatIndex(side)] ?? null;
    const seat = this.seat(side);
    // The level has a place of its own, which a long name cannot take.
    if (seat.kind === 'engine' && this.name(side) === t('seat.engine', { level: seat.level }))
      return { name: t('new.engine'), note: t('new.level', { level: seat.level }), thinking, left };
    return { name: this.shortName(side), thinking, left };
  }

  get failure(): string | null {
    return this.#failure && problemText(this.#failure);
  }

  situation(task: string, begun: boolean): string {
    if (this.contested) return contestText(this);
    if (!this.mine) return t('game.opponent', { name: this.name(this.position.mover) });
    if (!this.hint) return task;
    // Somebody who has begun a turn is also told how to go on.
    const hint = hintText(this.game, this.hint);
    return begun ? `${hint} ${task}` : hint;
  }

  get why(): string | null {
    if (this.hint) return '';
    const result = this.withProof ? provenResult(this.game) : null;
    return result && provenText(result, (side) => this.name(side));
  }

  get note(): string {
    return this.unsaved ? t('game.unsaved') : '';
  }

  readonly keys = { u: () => this.undo(), h: () => void this.askHint() };

  start(): () => void {
    const ticking = setInterval(() => this.#tick(), 100);
    const leaving = () => this.#save();
    addEventListener('pagehide', leaving);
    // So that the engine's first turn need not wait for it. The search reports errors.
    if (this.againstEngine) whenIdle(() => void loadEngine().catch(() => {}));
    this.#goOn();
    return () => {
      this.#alive = false;
      clearInterval(ticking);
      clearTimeout(this.#failureTimer);
      removeEventListener('pagehide', leaving);
      this.#clock?.run(null);
      this.#engine.stop();
      this.#save();
    };
  }

  #tick(): void {
    if (!this.#clock || !this.running) return;
    this.#left = this.#clock.left;
    const fallen = this.#clock.fallen;
    if (fallen !== null) this.#act(this.#seatIndex(1) === fallen ? 'time 1' : 'time 2');
  }

  keep(steps: StepData[]): void {
    this.saved.unfinished = steps;
    this.#save();
  }

  #save(): void {
    Object.assign(this.saved, {
      game: this.game,
      left: this.#clock?.left ?? null,
      over: this.over,
      turns: this.position.played.length,
      changed: Date.now(),
    });
    this.unsaved = !saveGame($state.snapshot(this.saved) as SavedGame);
  }

  play(turn: string, beats: Beat[] | null): void {
    this.#clock?.press();
    this.#add(turn, beats);
  }

  /** Does something else than play a turn. */
  #act(act: OtherAct): void {
    this.#add(act, []);
  }

  #add(act: string, beats: Beat[] | null): void {
    this.#become([...this.game.acts, act]);
    this.report.acted({ beats: beats ?? this.position.beats, describe: true });
    if (this.over) this.report.ended(true);
    this.#goOn();
  }

  #become(acts: string[]): void {
    this.#engine.stop();
    this.game = { ...this.game, acts };
    this.#accepted = false;
    this.#failure = null;
    this.hint = null;
  }

  /** Runs the clock, and asks the engine for a turn if it is to move. */
  #goOn(): void {
    if (!this.#alive) return;
    this.#clock?.run(this.running ? this.#seatIndex(this.position.mover) : null);
    this.#left = this.#clock?.left ?? null;
    if (this.over) return;
    const seat = this.seat(this.position.mover);
    if (seat.kind === 'engine') void this.#letEngineAct(seat.level);
  }

  async #letEngineAct(level: number): Promise<void> {
    const asked = this.game;
    const changed = (): boolean => !this.#alive || asked !== this.game;
    const clock = this.#engineClock();
    // The person sees the end of their own turn before the reply comes. The pause must not cost the engine the game.
    const pause = settings.motion === 'off' ? 0 : Math.min(1000, (clock?.left ?? Infinity) / 20);
    const least = new Promise((resolve) => setTimeout(resolve, pause));
    const demand = insteadOfTurn(asked);
    const proven = this.withProof && !demand ? await provenTurn(asked) : null;
    if (changed()) return;
    const best = demand || proven ? null : await this.#think({ level, time: settings.think * 1000, clock });
    await least;
    if (changed()) return;
    if (demand) return this.#act(demand);
    if (proven) return this.play(proven, null);
    if (!best) return;
    if (insteadOfTurn(asked, best.chance)) this.#swap();
    else this.play(best.turns[0]!, null);
  }

  /** What the engine thinks of the position, or nothing if it was stopped or failed. */
  async #think(question: Omit<SearchRequest, 'game'>): Promise<Variation | null> {
    const run = (this.#run = Symbol());
    this.thinking = true;
    try {
      return await this.#engine.search({ ...question, game: this.game });
    } catch (error) {
      if (!(error instanceof Stopped)) this.#failure = problemOf(error, 'engine');
      return null;
    } finally {
      // A question that was stopped by a new one leaves the state to that.
      if (run === this.#run) this.thinking = false;
    }
  }

  /** The clock of the player to move, if the game has clocks. */
  #engineClock(): SearchRequest['clock'] {
    if (!this.#clock) return undefined;
    const left = this.#clock.left[this.#seatIndex(this.position.mover)];
    return { left, increment: timeIncrement(this.saved.time) };
  }

  get canUndo(): boolean {
    return !this.game.rules.touchMove && this.game.acts.length > 0 && this.#clock === null;
  }

  /** Undoes the last turn; against the engine, up to the person's own. */
  undo(): void {
    if (!this.canUndo) return;
    let acts = this.game.acts.slice(0, -1);
    const engineToAct = (list: string[]) => {
      const view = viewOf({ ...this.game, acts: list });
      return view.outcome === null && seatOf(this.saved.seats, view.swapped, view.mover).kind === 'engine';
    };
    while (acts.length > 0 && engineToAct(acts)) acts = acts.slice(0, -1);
    this.#become(acts);
    this.report.acted({ beats: [] });
    this.#goOn();
  }

  resign(): void {
    if (this.running) this.#act((this.viewer ?? this.position.mover) === 1 ? 'resign 1' : 'resign 2');
  }

  agreeOnDraw(): void {
    if (this.running && !this.againstEngine) this.#act('draw');
  }

  swap(): void {
    if (this.mine && this.position.maySwap) this.#swap();
  }

  #swap(): void {
    this.#clock?.press();
    this.#act('swap');
  }

  get mayDemand(): boolean {
    return !this.over && this.position.mayDemand && this.#personToAct;
  }

  demand(): void {
    if (this.mayDemand) return this.#act('demand');
    if (!this.mine) return;
    this.#failure = { code: 'nothing-missed', message: '' };
    this.report.tell(problemText(this.#failure));
    clearTimeout(this.#failureTimer);
    this.#failureTimer = setTimeout(() => (this.#failure = null), FAILURE);
  }

  accept(): void {
    if (!this.contested || !this.mayDemand) return;
    this.#accepted = true;
    this.#save();
    this.report.ended(true);
  }

  /** Asks the engine for a good turn and shows it. */
  async askHint(): Promise<void> {
    if (!this.mine || this.thinking) return;
    const asked = this.game;
    const best = await this.#think({
      level: constants().limits.engineLevel.max,
      time: Math.min(2000, settings.think * 1000),
      variations: 1,
    });
    if (asked === this.game) this.hint = best;
  }
}
