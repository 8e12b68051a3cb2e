/**
 * The controller of a table, the same for play on this device, on the server and in a study. It owns the position shown, the turn being
 * made, the texts, the announcements and sounds, the dialogs and the keys. A `Source` supplies the game.
 */
import { untrack } from 'svelte';
import { announce, toast } from '../announcer.svelte';
import { viewOf, canonicalTurn, type Beat, type OtherAct, type Problem, type View } from '../core/rules';
import { t } from '../i18n/index.svelte';
import { problemOf, problemText } from '../problems';
import { playSound } from '../stores/sounds';
import { settings } from '../stores/settings.svelte';
import { outcomeText, saidText, sentences, taskText, verdictText } from '../words';
import { handleKey } from './keys';
import { TurnInProgress } from './turn.svelte';
import { Narrator } from './narrator';
import type { Change, Report, Side, Source } from './source';

export type DialogName = 'resign' | 'share' | 'end' | 'import';

const DEMAND: OtherAct = 'demand';

/** Milliseconds for the last animation before a dialog opens. */
const LAST_MOTION = 1200;

export class TableController<S extends Source = Source> implements Report {
  readonly source: S;
  readonly #own: TurnInProgress;
  readonly #narrator = new Narrator();
  /** Counts news, so that the announcing effect runs for each. */
  #news = $state(0);
  /** How many acts of the game are shown; `null` for all. */
  shown = $state<number | null>(null);
  /** Turns that follow the position and are looked at without being played. */
  #line = $state.raw<string[] | null>(null);
  dialog = $state<DialogName | null>(null);
  /** Whether the board is rotated by 180 degrees, at this table only. The settings have the rotation for all tables. */
  flipped = $state(false);
  /** Whether the field for typed turns is open. */
  typing = $state(false);
  /** The last turn in words, and the number of acts of the game at that time. */
  #lastTurn = $state.raw({ text: '', acts: 0 });
  #beats = $state.raw<Beat[]>([]);
  /** Counts changes of the game, so that a forced turn stops when the game goes on without it. */
  #changes = 0;
  #endTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(source: S) {
    this.source = source;
    source.report = this;
    this.#own = new TurnInProgress(
      {
        game: () => source.game,
        mine: () => this.mine,
        stepped: (beats) => {
          source.keep?.(this.#own.steps);
          this.#beats = beats;
        },
        made: (turn, beats) => source.play(turn, beats),
      },
      source.unfinished,
    );
  }

  /** Starts the game at this page. Call it where effects can live; it returns a function that stops the game. */
  start(): () => void {
    const stop = this.source.start();
    if (!this.active) this.tell(this.status);
    this.#playForced();
    $effect(() => {
      void this.#news;
      const text = this.#narrator.next(this.active ? `${this.status} ${this.why || this.gist}`.trim() : '');
      untrack(() => text && announce(text));
    });
    return () => {
      this.#changes += 1;
      clearTimeout(this.#endTimer);
      stop();
    };
  }

  /** The turn being made: in the game, or prepared for later. */
  get turn(): TurnInProgress {
    return this.source.preparing?.turn ?? this.#own;
  }

  /** Whether the person may play a turn in the position shown. */
  get mine(): boolean {
    return this.source.mine && this.shown === null && this.#line === null;
  }

  /** Whether the person may play a turn in the game or prepare one. */
  get active(): boolean {
    return this.mine || (this.source.preparing ?? null) !== null;
  }

  readonly #past: View | null = $derived.by(() => {
    const { game } = this.source;
    return this.shown === null ? null : viewOf({ ...game, acts: game.acts.slice(0, this.shown) });
  });

  /** The end of the line that is looked at. */
  readonly #ahead: View | null = $derived.by(() => {
    const { game } = this.source;
    return this.#line && viewOf({ ...game, acts: [...game.acts, ...this.#line] });
  });

  /** Whether turns are looked at that were not played. */
  get looksAhead(): boolean {
    return this.#line !== null;
  }

  get view(): View {
    return this.#ahead ?? this.source.preparing?.turn.view ?? this.#past ?? this.#own.view;
  }

  /** Who is to move. While the person prepares a turn, that is still the opponent. */
  get mover(): Side {
    return this.source.preparing ? this.source.position.mover : this.view.mover;
  }

  get beats(): Beat[] {
    return this.#ahead?.beats ?? this.source.preparing?.beats ?? this.#beats;
  }

  // Texts

  get #problem(): string | null {
    const { problem } = this.turn;
    return problem ? problemText(problem) : this.source.failure;
  }

  /** Whether the status says that something is wrong. */
  get wrong(): boolean {
    return this.#problem !== null;
  }

  readonly status: string = $derived.by(() => {
    const { source, ending } = this;
    const text = this.#problem ?? source.notice;
    if (text != null) return text;
    if (ending) return sentences(ending.title, ending.reason);
    if (this.#line) return t('study.preview', { line: this.#line.join(' ') });
    if (this.shown !== null) return t('game.looking-back');
    return source.situation(taskText(this.view, this.turn.hand, !source.neutral), this.turn.begun);
  });

  /** Why the player must capture. */
  readonly why: string = $derived.by(() => {
    const { source, view } = this;
    if (this.wrong) return '';
    if (source.why != null) return source.why;
    return this.mine && ['jump', 'go-on'].includes(view.choices.task) ? t('why.capture') : '';
  });

  /** In the first turns, what the game is about. */
  readonly gist: string = $derived.by(() => {
    const { source, view } = this;
    const isNew = source.why == null && view.played.length < 4;
    return isNew && this.mine && view.choices.task === 'place' ? t('why.first') : '';
  });

  get lastTurn(): string {
    // After an undo, or a step back in a walk, the turn is no longer on the board.
    const gone = this.source.game.acts.length < this.#lastTurn.acts;
    return this.source.preparing || gone ? '' : this.#lastTurn.text;
  }

  /** How the game ended, for the one person at this page or for everybody. */
  get ending(): { title: string; reason: string } | null {
    const { outcome, viewer } = this.source;
    if (!outcome) return null;
    const name = (side: Side) => this.source.name(side);
    return viewer === null ? { title: outcomeText(outcome, name), reason: '' } : verdictText(outcome, viewer, name);
  }

  // What the source reports

  acted({ beats, describe = false, stay = false }: Change): void {
    const { source } = this;
    this.#changes += 1;
    this.#line = null;
    this.letGo();
    const looksBack = stay && this.shown !== null;
    if (!looksBack) {
      this.shown = null;
      this.#beats = beats;
    }
    const said = describe ? saidText(source.game, source.position, (side) => source.shortName(side)) : '';
    if (said) this.#lastTurn = { text: said, acts: source.game.acts.length };
    // A turn that is taken back must not go unnoticed.
    if (said) this.tell(said, source.game.acts.at(-1) === DEMAND);
    this.#playForced();
  }

  letGo(): void {
    this.#own.clear();
    this.source.keep?.([]);
    this.#beats = [];
  }

  tell(text: string, show = false): void {
    if (show) toast(text);
    this.#narrator.add(text);
    this.#news += 1;
  }

  ended(dialog: boolean): void {
    const { outcome, viewer, watching, endNote = '' } = this.source;
    this.tell(`${this.status} ${endNote}`.trim());
    if (outcome && !watching)
      playSound(outcome.winner === null ? 'draw' : (viewer ?? outcome.winner) === outcome.winner ? 'win' : 'lose');
    this.dialog = null;
    if (dialog) this.#endTimer = setTimeout(() => (this.dialog ??= 'end'), settings.motion === 'off' ? 0 : LAST_MOTION);
  }

  /** Plays the only legal turn if the settings say so, unless the game changes meanwhile. */
  #playForced(): void {
    const before = this.#changes;
    if (this.mine) void this.#own.playForced(() => before === this.#changes && this.mine);
  }

  // What the person does

  /** Shows the game as it was after so many acts. */
  goTo(acts: number): void {
    const all = this.source.game.acts.length;
    const before = this.shown ?? all;
    const wanted = Math.max(0, Math.min(all, acts));
    this.shown = wanted === all ? null : wanted;
    this.#own.problem = null;
    // One act forward is shown as a motion.
    this.#beats = wanted === before + 1 && this.#own.steps.length === 0 ? this.view.beats : [];
  }

  /** Shows the position after these turns without playing them; `null` shows the game again. */
  look(line: string[] | null): void {
    if (line === null && this.#line === null) return;
    this.#line = line;
    // What moved before does not move again afterwards.
    this.#beats = [];
  }

  browse(by: -1 | 1): void {
    this.goTo((this.shown ?? this.source.game.acts.length) + by);
  }

  /** Plays a turn typed in notation. Returns what is wrong with it. */
  type(text: string): Problem | null {
    const { source } = this;
    try {
      if (source.preparing) source.preparing.turn.finish(canonicalTurn(source.preparing.game, text));
      else if (this.mine) source.play(canonicalTurn(source.game, text), null);
      return null;
    } catch (error) {
      return problemOf(error, 'not-a-turn');
    }
  }

  /** Demands the capture that the last turn missed. If there is none, the source says so. */
  demand(): void {
    if (this.mine) this.source.demand?.();
  }

  flip(): void {
    this.flipped = !this.flipped;
  }

  press(event: KeyboardEvent): void {
    handleKey(event, this.turn, {
      escape: () => (!this.dialog && this.source.pen?.cancel()) || this.turn.undoStep(),
      f: () => this.flip(),
      n: () => (this.typing = true),
      ',': () => this.browse(-1),
      '.': () => this.browse(1),
      ...this.source.keys,
    });
  }
}
