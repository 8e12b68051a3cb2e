/** A turn being made by hand: what is picked up, the steps taken, and what the rules say to that. */
import { asTrouble, viewOf, type Beat, type Colour, type GameData, type Trouble, type View } from '../core/rules';
import { EMPTY, drop, settle, touchColour, touchRing, type Hand, type Touched } from './hand';
import { settings } from './settings.svelte';

interface Surroundings {
  game: () => GameData;
  /** Whether a person may act now. */
  mine: () => boolean;
  /** Steps were taken or taken back. */
  stepped: (beats: Beat[]) => void;
  /** The turn is complete and to be played. The beats are those of its last step, or none when they were all seen. */
  made: (turn: string, beats: Beat[]) => void;
}

export class Making {
  #picked = $state.raw<Hand>(EMPTY);
  #steps = $state.raw<string[]>([]);
  /** What was wrong with the last touch. */
  trouble = $state.raw<Trouble | null>(null);
  readonly #around: Surroundings;
  /** The game with the steps in the hand. */
  readonly view: View = $derived.by(() => viewOf(this.#around.game(), this.#steps));
  readonly hand: Hand = $derived(settle(this.view.choices, this.#picked));

  constructor(around: Surroundings, steps: string[] = []) {
    this.#around = around;
    this.#steps = this.#known(steps);
  }

  /** Steps that were kept, unless the rules do not know them any more. */
  #known(steps: string[]): string[] {
    try {
      viewOf(this.#around.game(), steps);
      return steps;
    } catch {
      return [];
    }
  }

  get steps(): string[] {
    return this.#steps;
  }

  /** Whether what is touched must be played. */
  get strict(): boolean {
    return this.#around.game().rules.touchMove;
  }

  /** Lets go of everything. */
  clear(): void {
    this.#steps = [];
    this.#picked = EMPTY;
    this.trouble = null;
  }

  tapRing(ring: string): void {
    if (this.#around.mine()) this.#take(touchRing(this.view.choices, this.hand, ring));
  }

  pick(colour: Colour): void {
    if (this.#around.mine()) this.#take(touchColour(this.view.choices, this.hand, colour));
  }

  /** A marble on the board is lifted, and where it may land is to be seen. */
  lift(ring: string): void {
    if (this.#around.mine() && this.hand.from !== ring) this.#take(touchRing(this.view.choices, EMPTY, ring));
  }

  /** A marble is let go over a ring. Elsewhere it goes back to where it was. */
  drop(what: { colour: Colour } | { from: string }, ring: string | null): void {
    if (!this.#around.mine() || ring === null) return;
    const step = drop(this.view.choices, what, ring);
    if (step) this.step(step);
    else if ('colour' in what) this.#take({ wrong: what.colour + ring });
    else if (what.from !== ring) this.#take({ wrong: `${what.from}>${ring}` });
  }

  #take(touched: Touched): void {
    this.trouble = null;
    if ('step' in touched) this.step(touched.step);
    else if ('wrong' in touched) this.#explain(touched.wrong);
    else if (!this.strict || !this.#holds(touched.hand)) this.#picked = touched.hand;
  }

  /** Whether something was touched that must be played now, so that nothing else can be picked. */
  #holds(next: Hand): boolean {
    const { colour, from } = this.#picked;
    return (colour !== null && next.colour !== colour) || (from !== null && next.from !== from);
  }

  /** Lets the rules say what is wrong with a step. */
  #explain(step: string): void {
    try {
      viewOf(this.#around.game(), [...this.#steps, step]);
    } catch (error) {
      this.trouble = asTrouble(error) ?? null;
    }
  }

  /** Takes a step. A complete turn is played, or waits for a word if the person likes it so. */
  step(step: string): void {
    if (!this.#around.mine()) return;
    this.#steps = [...this.#steps, step];
    this.#picked = EMPTY;
    const { turn, beats } = this.view;
    if (turn !== null && !settings.confirm) this.#around.made(turn, beats);
    else this.#around.stepped(beats);
  }

  /** Plays the turn in the hand. */
  confirm(): void {
    const { turn } = this.view;
    if (this.#around.mine() && turn !== null) this.#around.made(turn, []);
  }

  /** A whole turn at once, known to be possible. */
  finish(turn: string): void {
    if (this.#around.mine()) this.#around.made(turn, []);
  }

  /** Whether there is a step to take back, or something to let go of. */
  get canStepBack(): boolean {
    const picked = this.#picked.colour ?? this.#picked.from ?? this.#picked.target;
    return this.#around.mine() && !this.strict && (this.#steps.length > 0 || picked !== null);
  }

  /** Lets go of what is picked, or else takes the last step back. */
  stepBack(): void {
    if (!this.canStepBack) return;
    const picked = this.#picked.colour ?? this.#picked.from ?? this.#picked.target;
    if (picked !== null) this.#picked = EMPTY;
    else this.#steps = this.#steps.slice(0, -1);
    this.trouble = null;
    this.#around.stepped([]);
  }

  /** The only turn there is plays itself, jump by jump, after a moment to see why; as long as it is wanted. */
  async playForced(wanted: () => boolean): Promise<void> {
    if (!settings.forced || !this.view.choices.onlyOne || this.view.choices.task !== 'jump') return;
    for (let pause = 600; ; pause = 450) {
      await new Promise((resolve) => setTimeout(resolve, pause));
      if (!wanted()) return;
      const [jump, other] = this.view.choices.jumps;
      if (!jump || other) return;
      this.step(`${jump.from}>${jump.to}`);
    }
  }
}
