/**
 * A game on the server as a page shows it: the turn in the hand, what is looked at, the clocks, and what may be done.
 *
 * The counterpart of `stores/play`, with the server in the place of storage, clock and opponent.
 */
import {
  asTrouble,
  viewOf,
  canonicalTurn,
  type Beat,
  type GameData,
  type RulesData,
  type Trouble,
  type View,
} from '../core/rules';
import { Browse } from '../stores/browse.svelte';
import { Making } from '../stores/making.svelte';
import { forget, load, save } from '../stores/storage';
import { timeLeft } from './follow';
import { Planning, withLine, type PlanKind } from './planning.svelte';
import type { Event, Snapshot, Table } from './table.svelte';

export type Side = 1 | 2;

/** The steps of a turn that is not complete yet, and the acts after which they were taken. */
interface Unfinished {
  acts: string;
  steps: string[];
}

export class OnlinePlay {
  readonly table: Table;
  readonly making: Making;
  readonly #browse = new Browse();
  /** What should move, and whether it was a whole turn of which one is told. */
  change = $state.raw<{ beats: Beat[]; turn: boolean }>({ beats: [], turn: false });
  planning = $state.raw<Planning | null>(null);
  /** What happened last beside turns, for those who do not see it. */
  event = $state.raw<Event | null>(null);
  #now = $state(Date.now());
  /** The acts after which the turn was made that is on its way. */
  #sentOn = $state('');
  #alive = true;

  constructor(table: Table) {
    this.table = table;
    const around = {
      game: () => this.game,
      mine: () => this.mine,
      stepped: (beats: Beat[]) => {
        this.#keep();
        this.change = { beats, turn: false };
      },
      made: (turn: string, beats: Beat[]) => this.#play(turn, beats),
    };
    this.making = new Making(around, this.#kept());
    // What the game has left behind is not kept for another time.
    this.#keep();
    table.listener = {
      changing: (acts) => {
        // Steps belong to the position in which they were taken. One's own turn, once confirmed, changes nothing.
        if (acts.join() === this.game.acts.join()) return;
        this.#letGo();
        this.planning = null;
      },
      happened: (event, before) => this.#happened(event, before),
    };
  }

  get snapshot(): Snapshot {
    return this.table.snapshot!;
  }

  /** The game with one's own turn in it as soon as it is made, even if the server has not confirmed it yet. */
  readonly game: GameData = $derived.by(() => {
    const snapshot = this.table.snapshot;
    const rules = snapshot!.settings.rules as RulesData;
    const sent = this.table.waiting('turn');
    const acts = snapshot!.acts;
    // After a lost connection the turn may be there already, and only the word for it be missing.
    return sent && acts.join() === this.#sentOn ? { rules, acts: [...acts, sent.turn] } : { rules, acts };
  });

  get live(): View {
    return this.making.view;
  }

  readonly view: View = $derived.by(() => {
    if (this.planning) return this.planning.making.view;
    const { shown } = this.#browse;
    return shown === null ? this.live : viewOf({ ...this.game, acts: this.game.acts.slice(0, shown) }, []);
  });

  get shown(): number | null {
    return this.#browse.shown;
  }

  /** The seat of the one who looks. */
  get you(): Side | null {
    return (this.snapshot.you as Side | null | undefined) ?? null;
  }

  /** The side that is played from a seat, and the other way round. */
  side(seat: Side): Side {
    return this.live.swapped ? ((3 - seat) as Side) : seat;
  }

  get status(): Snapshot['state']['status'] {
    return this.snapshot.state.status;
  }

  get playing(): boolean {
    return this.status === 'playing';
  }

  /** A game that is won unless a missed capture is demanded. */
  get contested(): boolean {
    return this.playing && this.live.outcome !== null;
  }

  /** Whether it is the turn of the one who looks, a half-made one or a turn on its way included. */
  get myTurn(): boolean {
    return this.playing && this.live.outcome === null && this.you !== null && this.side(this.you) === this.live.mover;
  }

  /** Whether the hand may act in the game. */
  get mine(): boolean {
    return (
      this.myTurn &&
      this.shown === null &&
      !this.planning &&
      this.table.waiting('turn') === null &&
      this.table.waiting('swap') === null
    );
  }

  /** Whether both have made a turn, after which a game is not called off any more. */
  get underway(): boolean {
    return this.live.played.length >= 2;
  }

  /** Whether the one who looks may demand a capture that the opponent missed. */
  get mayDemand(): boolean {
    if (!this.playing || this.you === null || !this.live.mayDemand) return false;
    return this.live.played.at(-1)?.player !== this.side(this.you);
  }

  left(seat: Side): number | null {
    return timeLeft(this.snapshot.state, seat, this.#now + this.table.offset);
  }

  start(): () => void {
    const tick = setInterval(() => (this.#now = Date.now()), 200);
    this.#force();
    return () => {
      this.#alive = false;
      clearInterval(tick);
    };
  }

  #happened(event: Event | null, before: Snapshot | null): void {
    this.#now = Date.now();
    const own = event?.by === this.you && event?.type === 'turn' && this.live.played.length > 0;
    const acts = this.snapshot.acts;
    const more = before !== null && acts.length > before.acts.length;
    // One's own turn was seen when it was made; a planned one was not.
    const made = own && event?.id != null;
    if (more && this.shown !== null && event?.by !== this.you) {
      // Who looks back is not torn away, but will be told.
      this.change = { beats: [], turn: true };
    } else if (more) {
      this.#browse.toEnd();
      this.change = { beats: made ? [] : this.live.beats, turn: true };
    } else if (before !== null && acts.length < before.acts.length) {
      this.#browse.toEnd();
      this.change = { beats: [], turn: false };
    }
    if (event) this.event = event;
    this.#force();
  }

  #force(): void {
    if (!this.mine) return;
    const seq = this.snapshot.seq;
    void this.making.playForced(() => this.#alive && this.snapshot.seq === seq && this.mine);
  }

  get #key(): string {
    return `zertz.turn.${this.table.id}`;
  }

  /** A turn that was begun before a reload, if it is still to be made. */
  #kept(): string[] {
    const { acts, state } = this.snapshot;
    const kept = load<Unfinished>(this.#key, 'sessionStorage');
    return kept && kept.acts === acts.join() && state.mover === this.you ? kept.steps : [];
  }

  #keep(): void {
    const { steps } = this.making;
    if (steps.length === 0) return forget(this.#key, 'sessionStorage');
    save(this.#key, { acts: this.game.acts.join(), steps } satisfies Unfinished, 'sessionStorage');
  }

  #letGo(): void {
    this.making.clear();
    this.#keep();
  }

  #play(turn: string, beats: Beat[]): void {
    this.#letGo();
    this.#browse.toEnd();
    this.#sentOn = this.snapshot.acts.join();
    this.table.send({ type: 'turn', turn, after: this.snapshot.seq });
    this.change = { beats, turn: false };
  }

  /** A turn typed in. Gives what is wrong with it. */
  type(text: string): Trouble | null {
    const { planning } = this;
    try {
      if (planning) planning.making.finish(canonicalTurn(planning.game, text));
      else if (this.mine) this.#play(canonicalTurn(this.game, text), this.#beatsOf(text));
      return null;
    } catch (error) {
      return asTrouble(error) ?? { code: 'not-a-turn', sentence: String(error) };
    }
  }

  #beatsOf(text: string): Beat[] {
    return viewOf({ ...this.game, acts: [...this.game.acts, canonicalTurn(this.game, text)] }, []).beats;
  }

  swap(): void {
    this.table.send({ type: 'swap', after: this.snapshot.seq });
  }

  demand(): void {
    this.table.send({ type: 'demand', after: this.snapshot.seq });
  }

  goTo(acts: number): void {
    const forward = this.#browse.goTo(acts, this.game.acts.length);
    this.making.trouble = null;
    this.change = { beats: forward && this.making.steps.length === 0 ? this.view.beats : [], turn: false };
  }

  browse(by: -1 | 1): void {
    this.goTo((this.shown ?? this.game.acts.length) + by);
  }

  /** Whether a turn can be prepared: in a game, while the opponent is to move. */
  get mayPlan(): boolean {
    return this.playing && this.you !== null && this.live.outcome === null && !this.myTurn;
  }

  /** The lines that are planned, while they can still come about. */
  get lines(): string[][] {
    return this.mayPlan ? (this.snapshot.plan?.lines ?? []) : [];
  }

  plan(kind: PlanKind): void {
    this.#browse.toEnd();
    this.planning = new Planning(this.game, kind, (line) => this.keepLine(line));
    this.change = { beats: [], turn: false };
  }

  stopPlanning(): void {
    this.planning = null;
    this.change = { beats: [], turn: false };
  }

  keepLine(line: string[]): void {
    this.planning = null;
    this.#setPlan(withLine(this.lines, line));
  }

  dropLine(index: number): void {
    this.#setPlan(this.lines.filter((_, i) => i !== index));
  }

  #setPlan(lines: string[][]): void {
    this.table.send({ type: 'plan', plan: { lines } });
    this.change = { beats: [], turn: false };
  }
}
