/**
 * The board: shows a state, animates turns, and reports what a person does.
 *
 * It knows neither the rules nor a framework. Its style is in `board.css`, its colours are in `colours.css`.
 */
import './board.css';
import './colours.css';
import { Air } from './air';
import { Walker } from './keys';
import { Pace } from './pace';
import { Performance, phases, type DroppedMarble, type Rings } from './motion';
import { Pointers, type Surface } from './pointer';
import { Scene } from './render';
import type { Beat, BoardHandlers, BoardOptions, BoardState, Colour } from './types';

/** How long after a drop its animation starts at the pointer, in milliseconds. The page shows its new state in that time. */
const JUST_NOW = 80;

/** Shared by all boards, since they are on the same device. */
const device = new Pace();

export class BoardView implements Surface {
  readonly scene: Scene;
  readonly air: Air;
  state: BoardState;
  handlers: BoardHandlers;
  private options: BoardOptions;
  private readonly pointers: Pointers;
  private readonly walker = new Walker();
  private playing: { after: BoardState; performance: Performance } | null = null;
  private marble: (DroppedMarble & { until: number }) | null = null;

  constructor(host: HTMLElement, state: BoardState, handlers: BoardHandlers, options: BoardOptions = {}) {
    this.state = state;
    this.handlers = handlers;
    this.options = options;
    this.scene = new Scene(host, options.label ?? '');
    this.air = new Air(this.scene.id, host);
    this.scene.current = state.rings[0]?.ring ?? '';
    this.pointers = new Pointers(this);
    this.scene.svg.addEventListener('keydown', this.key);
    this.scene.svg.addEventListener('focusin', this.focused);
    this.render();
  }

  /** Shows a state. A running animation ends at once, unless it leads to this state. */
  set(state: BoardState): void {
    if (this.playing?.after === state) return;
    this.stop();
    this.state = state;
    this.render();
  }

  configure(options: BoardOptions): void {
    this.options = { ...this.options, ...options };
    if (options.label !== undefined) this.scene.svg.setAttribute('aria-label', options.label);
  }

  /** Animates the beats one after the other, then shows `after`. Resolves at the end. A later call ends it at once. */
  async play(beats: Beat[], after: BoardState): Promise<void> {
    this.stop();
    const before = this.state;
    this.state = after;
    const moves = beats.some((beat) => beat.motions.length > 0);
    const pace = this.options.pace ?? device;
    const tired = moves && !this.still() && pace.step === 'still';
    if (tired) pace.skipped();
    if (!moves || tired || this.still() || before.shape.board !== after.shape.board) {
      this.render();
      const kinds = beats.flatMap((beat) => [beat.kind, ...phases(beat).map((phase) => phase.kind)]);
      for (const kind of new Set(kinds)) this.options.sound?.(kind);
      return;
    }
    const rings: Rings = new Map(before.rings.map(({ ring, marble }) => [ring, marble]));
    const dropped = this.marble && this.marble.until > performance.now() ? this.marble : null;
    this.marble = null;
    const stage = {
      signs: after.signs,
      speed: (this.options.speed === 'fast' ? 2 : 1) * (pace.step === 'plain' ? 1.6 : 1),
      pace,
      spot: this.options.spot ?? findSpot,
      sound: (kind: Beat['kind']) => this.options.sound?.(kind),
      show: (now: Rings) => this.showMidway(after, now),
    };
    const performed = new Performance(this.scene, this.air, stage, beats, rings, dropped);
    this.playing = { after, performance: performed };
    const complete = await performed.done;
    this.air.plain = pace.step !== 'full';
    if (!complete) return;
    this.playing = null;
    this.render();
  }

  /** Drags a marble of the pool or a tray, starting with its `pointerdown`; calls `drop` with the ring it is dropped on. */
  grab(colour: Colour, event: PointerEvent, drop: (to: string | null) => void): void {
    this.pointers.grab(colour, event, drop);
  }

  /** Moves the focus to the ring on which the keyboard is. */
  focus(): void {
    this.scene.walkTo(this.scene.current, true);
  }

  settle(): void {
    if (!this.playing) return;
    this.stop();
    this.render();
  }

  dropped(marble: DroppedMarble): void {
    this.marble = { ...marble, until: performance.now() + JUST_NOW };
  }

  destroy(): void {
    this.stop();
    this.pointers.destroy();
    this.air.destroy();
    this.scene.svg.remove();
  }

  private stop(): void {
    this.playing?.performance.end();
    this.playing = null;
  }

  private render(): void {
    this.scene.show(this.state, (ring) => this.handlers.draggable(ring));
    this.pointers.changed();
  }

  /** Shows the board in the middle of an animation: nothing can be chosen, and nothing is marked. */
  private showMidway(after: BoardState, rings: Rings): void {
    const list = [...rings].map(([ring, marble]) => ({ ring, marble }));
    const quiet = { marks: [], last: { marbles: [], gone: [] }, drawings: [], lines: [], active: false };
    this.scene.show({ ...after, ...quiet, rings: list }, () => false);
  }

  private still(): boolean {
    const reduced = globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;
    return this.options.speed === 'off' || reduced || document.hidden;
  }

  private readonly key = (event: KeyboardEvent): void => {
    const ring = (event.target as Element | null)?.closest('[data-ring]')?.getAttribute('data-ring');
    if (!ring) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      if (event.repeat || !this.state.active) return;
      this.settle();
      this.handlers.tap(ring);
      return;
    }
    const next = this.walker.walk(event, this.scene.plan, this.scene.rings.keys(), ring);
    if (next === null) return;
    event.preventDefault();
    this.scene.walkTo(next, true);
  };

  private readonly focused = (event: FocusEvent): void => {
    const ring = (event.target as Element | null)?.closest('[data-ring]')?.getAttribute('data-ring');
    if (ring && ring !== this.scene.current) {
      this.walker.forget();
      this.scene.walkTo(ring, false);
    }
  };
}

/** The first such element that is shown: a page may have several for windows of different widths. */
function findSpot(name: string): Element | null {
  const all = [...document.querySelectorAll(`[data-spot="${CSS.escape(name)}"]`)];
  return all.find((one) => one.getClientRects().length > 0) ?? all[0] ?? null;
}
