/** A walk through a proof: the winner's turns play themselves, the person chooses the replies. */
import { proofReplies } from '../core/extras';
import { recordOf, viewOf, type Beat, type GameData, type ProofReply } from '../core/rules';
import { provenResult } from '../core/theory.svelte';
import { t } from '../i18n/index.svelte';
import { settings } from './settings.svelte';
import { Study } from './study.svelte';

/** Milliseconds before the winner answers. */
const PAUSE = 900;

/** A game as it was after some of its acts. */
const until = (game: GameData, count: number): GameData => ({ ...game, acts: game.acts.slice(0, count) });

/** After how many turns a game is in the proof, or -1 if it never is. */
function provenAfter(game: GameData): number {
  const stages = Array.from({ length: game.acts.length + 1 }, (_, count) => until(game, count));
  const first = stages.find((stage) => provenResult(stage) !== null);
  // Acts such as a swap are not turns.
  return first ? viewOf(first).played.length : -1;
}

/** Whether there is a walk from the end of a game: it is proven, or it was until its last act ended it. */
export function mayWalk(game: GameData): boolean {
  if (viewOf(game).outcome === null) return provenResult(game) !== null;
  return provenResult(until(game, game.acts.length - 1)) !== null;
}

export class Walk extends Study {
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** All replies in the position shown, those that last longest first. */
  readonly replies: ProofReply[] = $derived.by(() => (this.mine ? proofReplies(this.game) : []));

  /** The turn at which the walk begins. */
  readonly #first: number;

  /** Begins at the end of a game, which may be a walk already: its first turns that lead into the proof are those of the beginning. */
  constructor(game: GameData) {
    super(recordOf(game), 'end', false);
    this.#first = this.path(this.at)[provenAfter(game) - 1] ?? -1;
  }

  /** Goes back to the beginning, where the winner answers first. */
  restart(): void {
    this.goTo(this.#first);
  }

  override get mine(): boolean {
    return this.running && this.proven !== null && this.proven.turn === null;
  }

  override situation(task: string, begun = false): string {
    const name = this.name(this.position.mover);
    if (!this.proven) return t('walk.unproven');
    if (this.proven.turn) return t('walk.answering', { name });
    if (begun) return super.situation(task);
    if (this.replies.length === 1) return t('walk.forced', { name });
    return t(this.position.choices.task === 'jump' ? 'walk.capture' : 'walk.choose', { name });
  }

  override start(): () => void {
    const stop = super.start();
    this.#answerSoon();
    return () => {
      clearTimeout(this.#timer);
      stop();
    };
  }

  override play(turn: string, beats: Beat[] | null = null): void {
    super.play(turn, beats);
    this.#answerSoon();
  }

  override goTo(index: number): void {
    super.goTo(index);
    this.#answerSoon();
  }

  /** Goes back to the last choice. */
  override back(): void {
    const path = this.path(this.at);
    // The last position is after a turn of the winner, unless that has not been played yet.
    const to = path.at(this.mine || !this.running ? -3 : -2);
    if (to !== undefined) this.goTo(to);
  }

  /** Whether there is a choice to go back to. The first turn is given. */
  get canGoBack(): boolean {
    return this.path(this.at).length > 2;
  }

  #answerSoon(): void {
    clearTimeout(this.#timer);
    const turn = this.proven?.turn;
    if (!turn) return;
    this.#timer = setTimeout(() => super.play(turn), settings.motion === 'off' ? 0 : PAUSE);
  }
}
