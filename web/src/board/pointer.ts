/** Taps, drags and drawing, by mouse, finger and pen. */
import type { Air, Piece } from './air';
import { brushOf, stroke } from './drawings';
import type { Point } from './geometry';
import type { DroppedMarble } from './motion';
import type { Scene } from './render';
import type { BoardHandlers, BoardState, Brush, Colour } from './types';

/** What a gesture needs of the board. */
export interface Surface {
  readonly scene: Scene;
  readonly air: Air;
  readonly state: BoardState;
  readonly handlers: BoardHandlers;
  /** Ends the running animation, so that a touch acts on the final state. */
  settle(): void;
  /** Remembers where a marble was dropped, so that its animation starts there. */
  dropped(marble: DroppedMarble): void;
}

type Drop = (to: string | null) => void;
/** A pointer pressed on a ring, or on a marble outside the board. It may become a tap or a drag. */
type Press = {
  kind: 'press';
  pointer: number;
  ring: string | null;
  start: Point;
  far: number;
  outside?: { colour: Colour; drop: Drop };
};
type Drag = {
  kind: 'drag';
  pointer: number;
  from: string | null;
  piece: Piece;
  raise: number;
  scale: number;
  drop: Drop;
};
/** `taps` says whether it is a tap as long as it stays on its ring. */
type Draw = { kind: 'draw'; pointer: number; from: string; to: string | null; brush: Brush; taps: boolean };

/** How many pixels a pointer may move in a tap. */
const TREMBLE: Record<string, number> = { mouse: 4, pen: 7, touch: 10 };

export class Pointers {
  private gesture: Press | Drag | Draw | null = null;
  private tapped = -Infinity;

  constructor(private readonly board: Surface) {
    const { svg } = board.scene;
    svg.addEventListener('pointerdown', this.down);
    svg.addEventListener('click', this.click);
    svg.addEventListener('contextmenu', prevent);
    svg.addEventListener('touchstart', this.touch, { passive: false });
  }

  destroy(): void {
    const { svg } = this.board.scene;
    svg.removeEventListener('pointerdown', this.down);
    svg.removeEventListener('click', this.click);
    svg.removeEventListener('contextmenu', prevent);
    svg.removeEventListener('touchstart', this.touch);
    this.cancel();
  }

  /** Handles a new state. A drag continues as long as its marble is on the board. */
  changed(): void {
    const { gesture, board } = this;
    if (gesture?.kind !== 'drag' || gesture.from === null) return;
    const still = board.state.rings.some(({ ring, marble }) => ring === gesture.from && marble !== null);
    if (still && board.state.active) board.scene.lift(gesture.from);
    else this.cancel();
  }

  /** Drags a marble from outside the board, such as the pool. The page handles taps on it. */
  grab(colour: Colour, event: PointerEvent, drop: Drop): void {
    if (this.gesture) return;
    this.board.settle();
    this.gesture = { ...pressed(event), ring: null, outside: { colour, drop } };
    this.listen();
  }

  cancel(): void {
    const { gesture, board } = this;
    if (gesture?.kind === 'drag') gesture.piece.remove();
    if (gesture?.kind === 'draw') board.scene.draw([...(board.state.lines ?? []), ...board.state.drawings]);
    board.scene.lift(null);
    board.scene.aim(null);
    this.gesture = null;
    for (const [name, listener] of this.listeners) window.removeEventListener(name, listener);
  }

  private readonly down = (event: PointerEvent): void => {
    if (this.gesture || !event.isPrimary) return;
    const { board } = this;
    board.settle();
    const ring = board.scene.ringAt(event.clientX, event.clientY);
    const { pen } = board.state;
    const taps = event.button === 0;
    if (event.button === 2 || (taps && pen?.only)) {
      if (ring === null) return;
      const brush = brushOf(event, pen?.colour);
      this.gesture = { kind: 'draw', pointer: event.pointerId, from: ring, to: ring, brush, taps };
      this.preview();
    } else if (taps) {
      if (board.state.drawings.length > 0 && !pen) board.handlers.draw([]);
      this.gesture = { ...pressed(event), ring };
    } else return;
    this.listen();
  };

  /** Prevents scrolling when a touch starts on a marble that can be dragged, or draws. Inside an <svg>, `touch-action` is not enough. */
  private readonly touch = (event: TouchEvent): void => {
    const { scene, state, handlers } = this.board;
    const finger = event.touches[0];
    if (event.touches.length !== 1 || !finger || !state.active) return;
    const ring = scene.ringAt(finger.clientX, finger.clientY);
    const marble = state.rings.find((view) => view.ring === ring)?.marble;
    if (ring !== null && (state.pen?.only || (marble && handlers.draggable(ring)))) event.preventDefault();
  };

  private readonly move = (event: PointerEvent): void => {
    const { gesture, board } = this;
    if (!gesture || event.pointerId !== gesture.pointer) return;
    if (gesture.kind === 'press') return this.maybeDrag(gesture, event);
    const ring = board.scene.ringAt(event.clientX, event.clientY);
    if (gesture.kind === 'draw') {
      if (gesture.to === ring) return;
      gesture.to = ring;
      this.preview();
    } else {
      gesture.piece.moveTo({ x: event.clientX, y: event.clientY - gesture.raise });
      board.scene.aim(ring === gesture.from ? null : ring, gesture.raise > 0);
    }
  };

  private readonly up = (event: PointerEvent): void => {
    const { gesture, board } = this;
    if (!gesture || event.pointerId !== gesture.pointer) return;
    const ring = board.scene.ringAt(event.clientX, event.clientY);
    this.cancel();
    this.tapped = event.timeStamp;
    if (gesture.kind === 'press') {
      if (ring !== null && ring === gesture.ring && board.state.active) board.handlers.tap(ring);
    } else if (gesture.kind === 'draw') {
      const added = { from: gesture.from, brush: gesture.brush };
      if (ring === gesture.from && gesture.taps) board.handlers.tap(ring);
      else if (ring === gesture.from) board.handlers.draw(stroke(board.state.drawings, added));
      else if (ring !== null) board.handlers.draw(stroke(board.state.drawings, { ...added, to: ring }));
    } else {
      const to = ring === gesture.from ? null : ring;
      const point = { x: event.clientX, y: event.clientY - gesture.raise };
      if (to !== null) board.dropped({ from: gesture.from, to, point, scale: gesture.scale });
      gesture.drop(to);
    }
  };

  /** Handles clicks without a pointer, which come from screen readers. */
  private readonly click = (event: MouseEvent): void => {
    if (event.timeStamp - this.tapped < 700) return;
    const ring = (event.target as Element | null)?.closest?.('[data-ring]')?.getAttribute('data-ring');
    if (ring && this.board.state.active) {
      this.board.settle();
      this.board.handlers.tap(ring);
    }
  };

  private readonly stopped = (event: PointerEvent): void => {
    if (event.pointerId === this.gesture?.pointer) this.cancel();
  };

  private readonly key = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') this.cancel();
  };

  private readonly listeners: readonly [string, EventListener][] = [
    ['pointermove', this.move as EventListener],
    ['pointerup', this.up as EventListener],
    ['pointercancel', this.stopped as EventListener],
    ['blur', () => this.cancel()],
    ['keydown', this.key as EventListener],
  ];

  private listen(): void {
    for (const [name, listener] of this.listeners) window.addEventListener(name, listener);
  }

  private maybeDrag(press: Press, event: PointerEvent): void {
    const { state, handlers } = this.board;
    if (Math.hypot(event.clientX - press.start.x, event.clientY - press.start.y) <= press.far) return;
    const { ring, outside } = press;
    if (outside) {
      this.carry(null, outside.colour, event, outside.drop);
      return this.move(event);
    }
    const marble = state.rings.find((view) => view.ring === ring)?.marble;
    if (ring === null || !marble || !state.active || !handlers.draggable(ring)) return;
    this.carry(ring, marble, event, (to) => handlers.drop(ring, to));
    handlers.lift?.(ring);
    this.move(event);
  }

  private carry(from: string | null, colour: Colour, event: PointerEvent, drop: Drop): void {
    const { scene, air, state } = this.board;
    // A finger covers what is below it, so the marble is drawn larger and above the finger.
    const { unit } = scene.fit();
    const finger = event.pointerType === 'touch';
    const scale = finger ? 1.45 : 1.1;
    const piece = air.marble(colour, state.signs, unit * scale);
    piece.element.classList.add('zb-carried');
    const raise = finger ? Math.max(44, unit * 0.8) : 0;
    this.gesture = { kind: 'drag', pointer: event.pointerId, from, piece, raise, scale, drop };
    scene.lift(from);
    piece.moveTo({ x: event.clientX, y: event.clientY - raise });
  }

  private preview(): void {
    const { gesture, board } = this;
    if (gesture?.kind !== 'draw') return;
    const { from, to, brush, taps } = gesture;
    const nothing = to === null || (to === from && taps);
    const drawn = nothing ? [] : [to === from ? { from, brush } : { from, to, brush }];
    board.scene.draw([...(board.state.lines ?? []), ...board.state.drawings, ...drawn]);
  }
}

function pressed(event: PointerEvent): Omit<Press, 'ring'> {
  const far = TREMBLE[event.pointerType] ?? 4;
  return { kind: 'press', pointer: event.pointerId, start: { x: event.clientX, y: event.clientY }, far };
}

function prevent(event: Event): void {
  event.preventDefault();
}
