/** A turn being made step by step: what is picked up, the steps made, and what the rules say about them. */
import { viewOf, type Beat, type Colour, type GameData, type Problem, type StepData, type View } from '../core/rules';
import { problemOf } from '../problems';
import { EMPTY, drop, jump, settle, touchColour, touchRing, type Dragged, type Hand, type TapResult } from './hand';
import { settings } from '../stores/settings.svelte';

interface Surroundings {
  game: () => GameData;
  /** Whether the person may play a turn now. */
  mine: () => boolean;
  stepped: (beats: Beat[]) => void;
  /** The turn is complete. The beats are those of its last step, or none if all were shown before. */
  made: (turn: string, beats: Beat[]) => void;
}

export class TurnInProgress {
  #picked = $state.raw<Hand>(EMPTY);
  #steps = $state.raw<StepData[]>([]);
  /** What was wrong with the last tap. */
  problem = $state.raw<Problem | null>(null);
  readonly #around: Surroundings;
  /** The game with the steps made so far. */
  readonly view: View = $derived.by(() => viewOf(this.#around.game(), this.#steps));
  readonly hand: Hand = $derived(settle(this.view.choices, this.#picked));

  constructor(around: Surroundings, steps: StepData[] = []) {
    this.#around = around;
    this.#steps = this.#known(steps);
  }

  /** Stored steps, or none if they are not legal. */
  #known(steps: StepData[]): StepData[] {
    try {
      viewOf(this.#around.game(), steps);
      return steps;
    } catch {
      return [];
    }
  }

  get steps(): StepData[] {
    return this.#steps;
  }

  /** Whether the rules demand that a touched marble is played. */
  get strict(): boolean {
    return this.#around.game().rules.touchMove;
  }

  /** Drops the steps and what is picked up. */
  clear(): void {
    this.#steps = [];
    this.#picked = EMPTY;
    this.problem = null;
  }

  tapRing(ring: string): void {
    if (this.#around.mine()) this.#take(touchRing(this.view.choices, this.hand, ring));
  }

  pick(colour: Colour): void {
    if (this.#around.mine()) this.#take(touchColour(this.view.choices, this.hand, colour));
  }

  /** Picks up a marble on the board, so that its landing rings are marked. */
  lift(ring: string): void {
    if (this.#around.mine() && this.hand.from !== ring) this.#take(touchRing(this.view.choices, EMPTY, ring));
  }

  /** Drops a dragged marble on a ring. Beside the board it returns to where it was. */
  drop(what: Dragged, ring: string | null): void {
    if (!this.#around.mine() || ring === null || ('from' in what && what.from === ring)) return;
    this.#take(drop(this.view.choices, what, ring));
  }

  #take(result: TapResult): void {
    this.problem = null;
    if ('step' in result) this.step(result.step);
    else if ('wrong' in result) this.#explain(result.wrong);
    else if (!this.strict || !this.#mustPlay(result.hand)) this.#picked = result.hand;
  }

  /** Whether a marble was touched that must be played, so that no other can be picked up. */
  #mustPlay(next: Hand): boolean {
    const { colour, from } = this.#picked;
    return (colour !== null && next.colour !== colour) || (from !== null && next.from !== from);
  }

  /** Asks the rules what is wrong with a step. */
  #explain(step: StepData): void {
    try {
      viewOf(this.#around.game(), [...this.#steps, step]);
    } catch (error) {
      this.problem = problemOf(error);
    }
  }

  /** Makes a step. A complete turn is played, or waits for confirmation if the settings say so. */
  step(step: StepData): void {
    if (!this.#around.mine()) return;
    this.#steps = [...this.#steps, step];
    this.#picked = EMPTY;
    const { turn, beats } = this.view;
    if (turn !== null && !settings.confirm) this.#around.made(turn, beats);
    else this.#around.stepped(beats);
  }

  confirm(): void {
    const { turn } = this.view;
    if (this.#around.mine() && turn !== null) this.#around.made(turn, []);
  }

  /** Plays a whole turn that is known to be legal. */
  finish(turn: string): void {
    if (this.#around.mine()) this.#around.made(turn, []);
  }

  get #holding(): boolean {
    return (this.#picked.colour ?? this.#picked.from ?? this.#picked.target) !== null;
  }

  /** Whether a step was made or something is picked up. */
  get begun(): boolean {
    return this.#steps.length > 0 || this.#holding;
  }

  /** Whether there is a step to undo or something to put down. */
  get canUndoStep(): boolean {
    return this.#around.mine() && !this.strict && this.begun;
  }

  /** Puts down what is picked up, or else undoes the last step. */
  undoStep(): void {
    if (!this.canUndoStep) return;
    if (this.#holding) this.#picked = EMPTY;
    else this.#steps = this.#steps.slice(0, -1);
    this.problem = null;
    this.#around.stepped([]);
  }

  /** Plays the only legal turn if it is a capture and the settings say so, jump by jump, with pauses to follow it. */
  async playForced(wanted: () => boolean): Promise<void> {
    if (!settings.forced || !this.view.choices.onlyOne || this.view.choices.task !== 'jump') return;
    for (let pause = 600; ; pause = 450) {
      await new Promise((resolve) => setTimeout(resolve, pause));
      if (!wanted()) return;
      const [only, other] = this.view.choices.jumps;
      if (!only || other) return;
      this.step(jump(only));
    }
  }
}
