/** A game on this device: stored in the browser, with a clock and the engine as opponent if wanted. */
import { Engine, Stopped } from '../core/engine';
import {
  asProblem,
  constants,
  viewOf,
  type Beat,
  type GameData,
  type SearchRequest,
  type StepData,
  type Variation,
  type Problem,
  type View,
} from '../core/rules';
import { t } from '../i18n/index.svelte';
import type { PanelFacts, Report, Side, Source } from '../table/source';
import { hintText, seatName, problemText } from '../words';
import { Clock } from './clock';
import { saveGame, seatOf, type SavedGame, type Seat } from './library';
import { settings } from './settings.svelte';

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
  #clock: Clock | null = null;
  #engine = new Engine();
  #run: symbol | null = null;
  #alive = true;

  readonly position: View = $derived.by(() => viewOf(this.game));

  constructor(saved: SavedGame) {
    this.saved = saved;
    this.game = saved.game;
    if (saved.clock && saved.left) {
      this.#clock = new Clock(saved.left, saved.clock.increment * 1000);
      this.#left = saved.left;
    }
  }

  get unfinished(): StepData[] {
    return this.saved.unfinished ?? [];
  }

  get over(): boolean {
    return this.position.outcome !== null;
  }

  get running(): boolean {
    return !this.over;
  }

  get outcome(): View['outcome'] {
    return this.position.outcome;
  }

  seat(side: Side): Seat {
    return seatOf(this.saved.seats, this.position.swapped, side);
  }

  get mine(): boolean {
    return !this.over && this.seat(this.position.mover).kind === 'person';
  }

  get againstEngine(): boolean {
    return this.saved.seats.some((seat) => seat.kind === 'engine');
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
    return seatName(this.seat(side), side);
  }

  shortName(side: Side): string {
    const seat = this.seat(side);
    return seat.kind === 'person' && !seat.name && this.againstEngine ? t('seat.you') : seatName(seat, side);
  }

  get names(): [string, string] {
    return [seatName(this.saved.seats[0], 1), seatName(this.saved.seats[1], 2)];
  }

  panel(side: Side): PanelFacts {
    const thinking = this.thinking && this.position.mover === side && this.seat(side).kind === 'engine';
    return { name: this.shortName(side), thinking, left: this.#left?.[side - 1] ?? null };
  }

  get failure(): string | null {
    return this.#failure && problemText(this.#failure);
  }

  situation(task: string, begun: boolean): string {
    if (!this.mine) return t('game.opponent', { name: this.name(this.position.mover) });
    // Somebody who has begun to follow the hint is told how to go on.
    return this.hint && !begun ? hintText(this.game, this.hint) : task;
  }

  get why(): string | null {
    return this.hint ? '' : null;
  }

  get note(): string {
    return this.unsaved ? t('game.unsaved') : '';
  }

  readonly keys = { u: () => this.undo(), h: () => void this.askHint() };

  start(): () => void {
    const ticking = setInterval(() => this.#tick(), 100);
    const leaving = () => this.#save();
    addEventListener('pagehide', leaving);
    this.#goOn();
    return () => {
      this.#alive = false;
      clearInterval(ticking);
      removeEventListener('pagehide', leaving);
      this.#clock?.run(null);
      this.#engine.stop();
      this.#save();
    };
  }

  #tick(): void {
    if (!this.#clock || this.over) return;
    this.#left = this.#clock.left;
    const fallen = this.#clock.fallen;
    if (fallen !== null) this.play(`time ${fallen + 1}`, []);
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
      changed: Date.now(),
    });
    this.unsaved = !saveGame($state.snapshot(this.saved) as SavedGame);
  }

  play(act: string, beats: Beat[] | null): void {
    this.#clock?.press();
    this.#become([...this.game.acts, act]);
    this.report.acted({ beats: beats ?? this.position.beats, describe: true });
    if (this.over) this.report.ended(true);
    this.#goOn();
  }

  #become(acts: string[]): void {
    this.#engine.stop();
    this.game = { ...this.game, acts };
    this.#failure = null;
    this.hint = null;
  }

  /** Runs the clock, and asks the engine for a turn if it is to move. */
  #goOn(): void {
    if (!this.#alive) return;
    this.#clock?.run(this.over ? null : ((this.position.mover - 1) as 0 | 1));
    this.#left = this.#clock?.left ?? null;
    if (this.over) return;
    const seat = this.seat(this.position.mover);
    if (seat.kind === 'engine') void this.#letEngineAct(seat.level);
  }

  async #letEngineAct(level: number): Promise<void> {
    if (this.position.mayDemand) return this.play('demand', null);
    // The person sees the end of their own turn before the reply comes.
    const least = new Promise((resolve) => setTimeout(resolve, settings.motion === 'off' ? 0 : 1000));
    const asked = this.game;
    const best = await this.#think({ level, time: this.#time() });
    await least;
    if (!best || !this.#alive || asked !== this.game) return;
    // The engine swaps if the other side is better.
    if (this.position.maySwap && best.chance < 0.5) this.play('swap', []);
    else this.play(best.turns[0]!, null);
  }

  /** What the engine thinks of the position, or nothing if it was stopped or failed. */
  async #think(question: Omit<SearchRequest, 'game'>): Promise<Variation | null> {
    const run = (this.#run = Symbol());
    this.thinking = true;
    try {
      return await this.#engine.search({ ...question, game: this.game });
    } catch (error) {
      if (!(error instanceof Stopped)) this.#failure = asProblem(error) ?? { code: 'engine', message: String(error) };
      return null;
    } finally {
      // A question that was stopped by a new one leaves the state to that.
      if (run === this.#run) this.thinking = false;
    }
  }

  /** How long the engine may think: as set, but not more than a fair part of its clock. */
  #time(): number {
    const wish = settings.think * 1000;
    if (!this.#clock) return wish;
    const left = this.#clock.left[(this.position.mover - 1) as 0 | 1];
    return Math.max(50, Math.min(wish, left / 15 + this.saved.clock!.increment * 700));
  }

  get canUndo(): boolean {
    return !this.game.rules.touchMove && this.game.acts.length > 0 && this.saved.clock === null;
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
    if (!this.over) this.play(`resign ${this.viewer ?? this.position.mover}`, []);
  }

  agreeOnDraw(): void {
    if (!this.over && !this.againstEngine) this.play('draw', []);
  }

  swap(): void {
    if (this.mine && this.position.maySwap) this.play('swap', []);
  }

  get mayDemand(): boolean {
    return this.mine && this.position.mayDemand;
  }

  demand(): void {
    if (this.mayDemand) this.play('demand', null);
  }

  /** Asks the engine for a good turn and shows it. */
  async askHint(): Promise<void> {
    if (!this.mine || this.thinking) return;
    const asked = this.game;
    this.report.letGo();
    const best = await this.#think({
      level: constants().limits.engineLevel.max,
      time: Math.min(2000, settings.think * 1000),
      variations: 1,
    });
    if (asked === this.game) this.hint = best;
  }
}
