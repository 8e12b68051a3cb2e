/** A walk through a proof: the winner's turns play themselves, the person chooses the replies. */
import { proofReplies } from '../core/extras';
import { recordOf, type Beat, type GameData, type ProofReply } from '../core/rules';
import { t } from '../i18n/index.svelte';
import { settings } from './settings.svelte';
import { Study } from './study.svelte';

/** Milliseconds before the winner answers. */
const PAUSE = 900;

export class Walk extends Study {
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** All replies in the position shown, those that last longest first. */
  readonly replies: ProofReply[] = $derived.by(() => (this.mine ? proofReplies(this.game) : []));

  /** The turn at which the walk begins. */
  readonly #first: number;

  constructor(game: GameData) {
    super(recordOf(game), 'end', false);
    this.#first = this.at;
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
    return begun ? super.situation(task) : t('walk.choose', { name });
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
