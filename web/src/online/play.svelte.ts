/** A game on the server as a person at this page plays or watches it. */
import { constants, isLive, viewOf, withLine, type Beat, type GameData, type StepData, type View } from '../core/rules';
import { t, type Key } from '../i18n/index.svelte';
import { problemText } from '../problems';
import { go } from '../router.svelte';
import { forget, load, save } from '../stores/storage';
import { opposite, type PanelFacts, type Report, type Side, type Source } from '../table/source';
import { contestText, taskText } from '../words';
import type { ConditionalTurns, Event, Offers, Snapshot } from './api';
import { playerAddress } from './people';
import { ConditionalLine, isPremove, type LineKind } from './conditional.svelte';
import type { Table } from './table.svelte';
import { seatTime } from './seat-time';
import { TimeWarning } from './warning';
import { droppedText } from './unsent.svelte';
import { abortedText, leftText, seatedName } from './words';

/** Announcements of what the opponent does apart from turns. */
const NEWS: Partial<Record<Event['type'], Key>> = {
  drawOffered: 'online.offers-draw',
  drawDeclined: 'online.declines-draw',
  undoOffered: 'online.offers-undo',
  undoDeclined: 'online.declines-undo',
  undone: 'online.undone',
  rematchOffered: 'online.offers-rematch',
  rematchDeclined: 'online.declines-rematch',
  timeGiven: 'online.time-given',
  chat: 'online.says',
};

/** Milliseconds for which a refusal is shown. */
const REFUSAL = 8_000;

const signed = (change: number) => `${change < 0 ? '−' : '+'}${Math.abs(change)}`;

const ratedText = (rating?: number | null, change?: number | null) =>
  rating == null ? '' : change == null ? String(rating) : `${rating} ${signed(change)}`;

export class OnlinePlay implements Source {
  readonly table: Table;
  report!: Report;
  preparing = $state.raw<ConditionalLine | null>(null);
  #now = $state(Date.now());
  #ended: boolean;
  #refusalTimer: ReturnType<typeof setTimeout> | undefined;
  readonly #warning = new TimeWarning();

  constructor(table: Table) {
    this.table = table;
    this.#ended = this.done;
    table.listener = {
      changing: (acts) => {
        // Steps belong to the position in which they were made. The confirmation of an own turn changes nothing.
        if (acts.join() === this.game.acts.join()) return;
        this.report.letGo();
        this.preparing = null;
      },
      happened: (event, before) => this.#happened(event, before),
      refused: () => this.#refused(),
      connection: (lost) => this.report.tell(t(lost ? 'online.lost' : 'online.back'), !lost),
    };
  }

  get snapshot(): Snapshot {
    return this.table.snapshot!;
  }

  readonly game: GameData = $derived.by(() => {
    const { acts, settings } = this.snapshot;
    const { rules } = settings;
    // After a lost connection the turn may be in the game although its confirmation is missing.
    const sent = this.table.turnAfter(acts);
    return { rules, acts: sent === null ? acts : [...acts, sent] };
  });

  readonly position: View = $derived.by(() => viewOf(this.game));

  /** The seat of the person at this page. Seats stay when the sides are swapped. */
  get you(): Side | null {
    return this.snapshot.you;
  }

  get opponent(): Side | null {
    return this.you && opposite(this.you);
  }

  /** The side that is played from a seat, and the other way round. */
  side(seat: Side): Side {
    return this.position.swapped ? opposite(seat) : seat;
  }

  get status(): Snapshot['state']['status'] {
    return this.snapshot.state.status;
  }

  get playing(): boolean {
    return this.status === 'playing';
  }

  get done(): boolean {
    return this.status === 'over' || this.status === 'aborted';
  }

  get watching(): boolean {
    return this.you === null;
  }

  get outcome(): View['outcome'] {
    return this.playing ? null : this.position.outcome;
  }

  get running(): boolean {
    return this.playing && this.position.outcome === null;
  }

  get contested(): boolean {
    return this.playing && this.position.outcome !== null;
  }

  /** Whether the person is to move, which includes a turn on its way. */
  get myTurn(): boolean {
    return this.running && this.viewer === this.position.mover;
  }

  get mine(): boolean {
    return this.myTurn && !this.preparing && !this.table.waiting('turn') && !this.table.waiting('swap');
  }

  /** Whether both have played a turn, after which the game cannot be aborted. */
  get underway(): boolean {
    return this.position.played.length >= 2;
  }

  /** Whether the clocks run while people play, rather than over days. */
  get live(): boolean {
    return isLive(this.snapshot.settings.time);
  }

  get mayDemand(): boolean {
    return this.playing && this.position.mayDemand && this.viewer === this.position.mover;
  }

  // Names and panels

  get viewer(): Side | null {
    return this.you && this.side(this.you);
  }

  get below(): Side {
    return this.side(this.you ?? 1);
  }

  /** Guests have no names: a guest at this page or between spectators is "Player 1" or "Player 2". */
  seatName(seat: Side): string {
    return this.#isGuest(seat) && (seat === this.you || this.watching)
      ? t('seat.person', { player: this.side(seat) })
      : seatedName(this.snapshot.seats[seat - 1]);
  }

  #isGuest(seat: Side): boolean {
    return this.snapshot.seats[seat - 1]?.kind === 'guest';
  }

  get names(): [string, string] {
    return [this.seatName(1), this.seatName(2)];
  }

  name(side: Side): string {
    return this.seatName(this.side(side));
  }

  shortName(side: Side): string {
    return side === this.viewer && this.#isGuest(this.side(side)) ? t('seat.you') : this.name(side);
  }

  panel(side: Side): PanelFacts {
    const seat = this.side(side);
    const seated = this.snapshot.seats[seat - 1];
    const { rating, change, level } = seated ?? {};
    const facts =
      level == null
        ? { name: this.shortName(side), note: ratedText(rating, change) }
        : { name: t('new.engine'), note: t('new.level', { level }) };
    return {
      ...facts,
      link: seated && (this.done || this.watching) ? playerAddress(seated) : null,
      thinking: this.running && this.position.mover === side && seated?.kind === 'engine',
      left: this.left(seat),
      text: leftText,
    };
  }

  left(seat: Side): number | null {
    return seatTime(this.snapshot.state, seat, this.#now + this.table.offset);
  }

  // Texts

  get failure(): string | null {
    const { refused } = this.table;
    if (!refused) return null;
    return refused.command?.type === 'turn' ? droppedText(refused.command.turn, refused) : problemText(refused);
  }

  get notice(): string | null {
    const { preparing } = this;
    if (!preparing) return this.status === 'aborted' ? abortedText(this.snapshot.state) : null;
    const { view, hand } = preparing.turn;
    const task = taskText(view, hand);
    if (preparing.kind === 'premove')
      return `${t('online.premove-now', { name: this.name(this.position.mover) })} ${task}`;
    if (view.outcome) return t('task.over');
    return preparing.theirs ? t('online.conditional-theirs') : `${t('online.conditional-mine')} ${task}`;
  }

  situation(task: string): string {
    if (this.table.lost && this.table.waiting('turn')) return t('online.unsent');
    if (this.contested) return contestText(this);
    if (this.myTurn) return this.table.waiting('turn') ? t('online.sending') : task;
    return t('game.opponent', { name: this.name(this.position.mover) });
  }

  get why(): string | null {
    return this.myTurn && !this.underway && this.live
      ? t('online.first-turn', { n: constants().limits.firstTurnSeconds })
      : null;
  }

  /** What became of prepared turns, and the like. */
  get note(): string {
    if (this.snapshot.unrated === 'voided') return t('online.voided');
    if (this.watching) return t('online.watching');
    if (!this.playing || this.preparing) return '';
    if (this.premove) return t('online.premove-line', { turn: this.premove });
    // Prepared turns that are still there could not be played.
    if (this.mine && this.snapshot.conditionalTurns) return t('online.conditional-failed');
    return this.snapshot.settings.rated && !this.underway ? t('online.rated-note') : '';
  }

  get endNote(): string {
    const { rating, change } = (this.you === null ? null : this.snapshot.seats[this.you - 1]) ?? {};
    const { unrated } = this.snapshot;
    if (unrated === 'voided') return t('online.voided');
    if (unrated) return t('online.unrated', { why: problemText({ code: unrated, message: '' }) });
    if (change == null || rating == null) return '';
    return t('online.rating-now', { rating: rating + change, change: signed(change) });
  }

  get offersToMe(): (keyof Offers)[] {
    const { opponent } = this;
    const { offers } = this.snapshot.state;
    return (['draw', 'undo', 'rematch'] as const).filter((kind) => opponent !== null && offers[kind] === opponent);
  }

  get keys(): Record<string, () => void> {
    return this.preparing?.turn.steps.length === 0 ? { escape: () => this.stopPreparing() } : {};
  }

  // What happens

  start(): () => void {
    const tick = setInterval(() => this.#tick(), 200);
    if (this.table.refused) this.#refused();
    return () => {
      clearInterval(tick);
      clearTimeout(this.#refusalTimer);
    };
  }

  #tick(): void {
    this.#now = Date.now();
    const { you } = this;
    if (you === null || this.snapshot.state.running !== you) return;
    const seconds = this.#warning.due(this.left(you));
    if (seconds !== null) this.report.tell(t('online.time-warning', { n: seconds }));
  }

  #refused(): void {
    this.report.tell(this.failure ?? '');
    clearTimeout(this.#refusalTimer);
    this.#refusalTimer = setTimeout(() => (this.table.refused = null), REFUSAL);
  }

  #happened(event: Event | null, before: Snapshot | null): void {
    this.#now = Date.now();
    const { acts } = this.snapshot;
    const more = acts.length - (before ?? this.snapshot).acts.length;
    const own = event !== null && event.by === this.you;
    // An own turn was shown when it was made; a prepared one was not.
    const shown = own && event.type === 'turn' && event.id != null;
    if (more > 0) this.report.acted({ beats: shown ? [] : this.position.beats, describe: true, stay: !own });
    else if (more < 0) this.report.acted({ beats: [] });
    if (event) this.#tell(event);
    if (!this.done || this.#ended) return;
    this.#ended = true;
    this.report.ended(this.status === 'over');
  }

  #tell(event: Event): void {
    if (event.type === 'rematch' && !this.watching) return go(`/online/${event.game}`);
    const key = NEWS[event.type];
    if (!key || event.by == null || event.by === this.you) return;
    const n = 'millis' in event ? event.millis / 1000 : 0;
    // The chat shows its messages, and a phone marks them. An offer is shown with its buttons.
    const shown = event.type === 'chat' || event.type.endsWith('Offered');
    this.report.tell(t(key, { name: this.seatName(event.by as Side), n }), !shown);
  }

  // The turn being made

  get #key(): string {
    return `zertz.turn.${this.table.id}`;
  }

  get unfinished(): StepData[] {
    const { acts, state } = this.snapshot;
    const kept = load<{ acts: string; steps: StepData[] }>(this.#key, 'sessionStorage');
    if (kept && kept.acts === acts.join() && state.mover === this.you) return kept.steps;
    // The game has gone on without it.
    forget(this.#key, 'sessionStorage');
    return [];
  }

  keep(steps: StepData[]): void {
    if (steps.length === 0) return forget(this.#key, 'sessionStorage');
    save(this.#key, { acts: this.game.acts.join(), steps }, 'sessionStorage');
  }

  play(turn: string, beats: Beat[] | null): void {
    this.table.send({ type: 'turn', turn, after: this.snapshot.seq });
    this.report.acted({ beats: beats ?? this.position.beats });
  }

  swap(): void {
    this.table.send({ type: 'swap', after: this.snapshot.seq });
  }

  demand(): void {
    this.table.send({ type: 'demand', after: this.snapshot.seq });
  }

  accept(): void {
    this.table.send({ type: 'accept' });
  }

  // Premoves and conditional turns

  /** Whether turns can be prepared: in a game, while the opponent is to move. */
  get mayPrepare(): boolean {
    return this.running && !this.watching && !this.myTurn;
  }

  /** The prepared lines of turns that are still possible. */
  get lines(): string[][] {
    return this.mayPrepare ? (this.snapshot.conditionalTurns?.lines ?? []) : [];
  }

  get #premoveIndex(): number {
    return this.lines.findIndex(isPremove);
  }

  get premove(): string | null {
    return this.preparing ? null : (this.lines[this.#premoveIndex]?.[1] ?? null);
  }

  prepare(kind: LineKind): void {
    this.#setLine(new ConditionalLine(this.game, kind, (line) => this.keepLine(line)));
  }

  stopPreparing(): void {
    this.#setLine(null);
  }

  /** Changes boards. Nothing that moved before moves again. */
  #setLine(line: ConditionalLine | null): void {
    this.preparing = line;
    this.report.acted({ beats: [] });
  }

  keepLine(line: string[]): void {
    this.stopPreparing();
    this.#send(withLine({ lines: this.lines }, line));
  }

  dropLine(index: number): void {
    this.#send({ lines: this.lines.filter((_, i) => i !== index) });
  }

  dropPremove(): void {
    this.dropLine(this.#premoveIndex);
  }

  #send(turns: ConditionalTurns): void {
    this.table.send({ type: 'conditionalTurns', turns });
  }
}
