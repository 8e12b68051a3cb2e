/**
 * A game being played: the acts so far, the turn in the hand, who is to act, and what is shown.
 *
 * Everything shown follows from the saved game by asking the rules; this only decides which act comes next and from whom.
 */
import { Engine, Stopped } from '../core/engine';
import {
  asTrouble,
  viewOf,
  canonicalTurn,
  type Beat,
  type GameData,
  type Variation,
  type Trouble,
  type View,
} from '../core/rules';
import { Browse } from './browse.svelte';
import { Clock } from './clock';
import { saveGame, seatOf, type SavedGame, type Seat } from './library';
import { Making } from './making.svelte';
import { settings } from './settings.svelte';

/** What the page should move and say after a change. */
export interface Change {
  beats: Beat[];
  /** Whether it was a whole turn that counts, for sound and speech; not a step in the hand or a look back. */
  turn: boolean;
}

export class Play {
  readonly saved: SavedGame;
  readonly #browse = new Browse();
  #game = $state.raw<GameData>() as GameData;
  /** The turn in the hand. */
  readonly making: Making;
  /** What went wrong with the engine. */
  failure = $state.raw<Trouble | null>(null);
  hint = $state.raw<Variation | null>(null);
  thinking = $state(false);
  /** What has just happened. */
  change = $state.raw<Change>({ beats: [], turn: false });
  /** Set when the browser has no room for the game. */
  unsaved = $state(false);
  left = $state.raw<[number, number] | null>(null);
  #clock: Clock | null = null;
  #engine = new Engine();
  #alive = true;

  /** What is shown: the game as it stands, or as it stood. */
  readonly view: View = $derived.by(() =>
    this.#browse.shown === null
      ? this.live
      : viewOf({ ...this.#game, acts: this.#game.acts.slice(0, this.#browse.shown) }, []),
  );

  constructor(saved: SavedGame) {
    this.saved = saved;
    this.#game = saved.game;
    const around = {
      game: () => this.#game,
      mine: () => this.mine,
      stepped: (beats: Beat[]) => {
        this.#keep();
        this.change = { beats, turn: false };
      },
      made: (turn: string, beats: Beat[]) => this.#act(turn, beats),
    };
    this.making = new Making(around, saved.steps);
    if (saved.clock && saved.left) {
      this.#clock = new Clock(saved.left, saved.clock.increment * 1000);
      this.left = saved.left;
    }
  }

  /** The game as it stands, with the steps in the hand. */
  get live(): View {
    return this.making.view;
  }

  get game(): GameData {
    return this.#game;
  }

  /** How many acts are shown; `null` when it is all of them. */
  get shown(): number | null {
    return this.#browse.shown;
  }

  get over(): boolean {
    return this.live.outcome !== null;
  }

  /** Who sits at a side now. */
  seat(player: 1 | 2): Seat {
    return seatOf(this.saved.seats, this.live.swapped, player);
  }

  /** Whether a person at this device is to act. */
  get mine(): boolean {
    return !this.over && this.#browse.shown === null && this.seat(this.live.mover).kind === 'person';
  }

  get againstEngine(): boolean {
    return this.saved.seats.some((seat) => seat.kind === 'engine');
  }

  /** Begins or goes on: whoever is to act acts. */
  start(): () => void {
    const ticking = setInterval(() => this.#tick(), 100);
    const leaving = () => this.#keep();
    addEventListener('pagehide', leaving);
    this.#goOn();
    return () => {
      this.#alive = false;
      clearInterval(ticking);
      removeEventListener('pagehide', leaving);
      this.#clock?.run(null);
      this.#engine.stop();
      this.#keep();
    };
  }

  #tick(): void {
    if (!this.#clock || this.over) return;
    this.left = this.#clock.left;
    const fallen = this.#clock.fallen;
    if (fallen !== null) this.#act(`time ${fallen + 1}`, []);
  }

  #keep(): void {
    Object.assign(this.saved, {
      game: this.#game,
      steps: this.making.steps,
      left: this.#clock?.left ?? null,
      over: this.over,
      changed: Date.now(),
    });
    this.unsaved = !saveGame($state.snapshot(this.saved) as SavedGame);
  }

  /** Does an act. The beats of a turn made by hand were already shown, but for the last. */
  #act(act: string, beats: Beat[] | null): void {
    this.#engine.stop();
    this.#clock?.press();
    this.#game = { ...this.#game, acts: [...this.#game.acts, act] };
    this.making.clear();
    this.#browse.toEnd();
    this.failure = null;
    this.hint = null;
    this.#keep();
    this.change = { beats: beats ?? this.live.beats, turn: true };
    this.#goOn();
  }

  /** Lets the clock run, and the engine act if it is its turn. */
  #goOn(): void {
    if (!this.#alive) return;
    this.#clock?.run(this.over ? null : ((this.live.mover - 1) as 0 | 1));
    this.left = this.#clock?.left ?? null;
    if (this.over) return;
    const seat = this.seat(this.live.mover);
    if (seat.kind === 'engine') void this.#letEngineAct(seat.level);
    else {
      const asked = this.#game;
      void this.making.playForced(() => this.#alive && asked === this.#game && this.#browse.shown === null);
    }
  }

  async #letEngineAct(level: number): Promise<void> {
    if (this.live.mayDemand) return this.#act('demand', null);
    this.thinking = true;
    try {
      const asked = this.#game;
      // One's own turn is to be seen to its end before the reply comes.
      const least = new Promise((resolve) => setTimeout(resolve, settings.motion === 'off' ? 0 : 1000));
      const best = await this.#engine.search({ game: asked, level, time: this.#time() });
      await least;
      if (!this.#alive || asked !== this.#game) return;
      // Whoever would rather have the other side takes it.
      if (this.live.maySwap && best.chance < 0.5) this.#act('swap', []);
      else this.#act(best.turns[0]!, null);
    } catch (error) {
      this.#fail(error);
    } finally {
      this.thinking = false;
    }
  }

  #fail(error: unknown): void {
    if (!(error instanceof Stopped)) this.failure = asTrouble(error) ?? { code: 'engine', sentence: String(error) };
  }

  /** How long the engine may think: as set, and not more than a fair part of its clock. */
  #time(): number {
    const wish = settings.think * 1000;
    if (!this.#clock) return wish;
    const left = this.#clock.left[(this.live.mover - 1) as 0 | 1];
    return Math.max(50, Math.min(wish, left / 15 + this.saved.clock!.increment * 700));
  }

  /** A turn typed in. Gives what is wrong with it. */
  type(text: string): Trouble | null {
    if (!this.mine) return null;
    try {
      const turn = canonicalTurn({ ...this.#game }, text);
      this.#act(turn, null);
      return null;
    } catch (error) {
      return asTrouble(error) ?? { code: 'not-a-turn', sentence: String(error) };
    }
  }

  get canUndo(): boolean {
    return !this.making.strict && this.#game.acts.length > 0 && this.saved.clock === null;
  }

  /** Takes back the last turn; against the engine, up to one's own. */
  undo(): void {
    if (!this.canUndo) return;
    this.#engine.stop();
    let acts = this.#game.acts.slice(0, -1);
    const engineToAct = (list: string[]) => {
      const view = viewOf({ ...this.#game, acts: list }, []);
      return view.outcome === null && seatOf(this.saved.seats, view.swapped, view.mover).kind === 'engine';
    };
    while (acts.length > 0 && engineToAct(acts)) acts = acts.slice(0, -1);
    this.#game = { ...this.#game, acts };
    this.making.clear();
    this.#browse.toEnd();
    this.failure = null;
    this.hint = null;
    this.#keep();
    this.change = { beats: [], turn: false };
    this.#goOn();
  }

  resign(): void {
    if (this.over) return;
    const person = this.againstEngine
      ? ([1, 2] as const).find((side) => this.seat(side).kind === 'person')
      : this.live.mover;
    if (person) this.#act(`resign ${person}`, []);
  }

  /** Two people may agree. */
  agreeOnDraw(): void {
    if (!this.over && !this.againstEngine) this.#act('draw', []);
  }

  swap(): void {
    if (this.mine && this.live.maySwap) this.#act('swap', []);
  }

  demand(): void {
    if (this.mine && this.live.mayDemand) this.#act('demand', null);
  }

  /** Shows the game as it was after so many acts. */
  goTo(acts: number): void {
    const forward = this.#browse.goTo(acts, this.#game.acts.length);
    this.making.trouble = null;
    this.change = { beats: forward && this.making.steps.length === 0 ? this.view.beats : [], turn: false };
  }

  /** Goes to the turn before or after the one shown. */
  browse(by: -1 | 1): void {
    this.goTo((this.#browse.shown ?? this.#game.acts.length) + by);
  }

  /** Looks for a good turn and shows it. */
  async askHint(): Promise<void> {
    if (!this.mine) return;
    const asked = this.#game;
    this.making.clear();
    this.change = { beats: [], turn: false };
    this.thinking = true;
    try {
      const time = Math.min(2000, settings.think * 1000);
      const best = await this.#engine.search({ game: asked, level: 10, time, variations: 1 });
      if (asked === this.#game) this.hint = best;
    } catch (error) {
      this.#fail(error);
    } finally {
      this.thinking = false;
    }
  }
}
