/** Input and output of the board. It does not know the rules: the page says what can be chosen and what moves. */
import type { Pace } from './pace';
import type { Beat, Colour, MarkColour, RingView, Shape } from '../core/rules';

export type MarkKind =
  /** A marble can be placed here. */
  | 'place'
  /** This ring can be removed. */
  | 'remove'
  /** The marble here can jump. */
  | 'jumper'
  /** The selected marble can land here. */
  | 'landing'
  /** The marble here would be captured. */
  | 'victim'
  /** Part of a group that can be claimed. */
  | 'group'
  /** The player has selected this. */
  | 'selected';

/** How an illustration marks a ring. The ring cannot be chosen. */
export type LessonKind =
  /** It can be removed. */
  | 'free'
  /** It is vacant but cannot be removed. */
  | 'held';

/** What a map of first turns says about placing a marble on a ring. The ring can be chosen. */
export type MapKind =
  /** Player 2 wins. */
  | 'lost'
  /** Nobody knows who wins. */
  | 'open';

/** How marbles differ without colour. */
export type Signs = 'none' | 'letters' | 'patterns';

/** A colour for the person's marks, or `page` for what the page draws. */
export type Brush = MarkColour | 'page';

/**
 * An arrow, or a circle around a ring: a mark that the person draws, or drawn by the page for a turn. A circle can contain the marble to be
 * placed, or a cross if the ring is removed. Each brush has its own colour and its own kind of line.
 */
export type Drawing = { from: string; to?: string; brush: Brush; content?: Colour | 'cross' };

export interface BoardState {
  shape: Shape;
  rings: RingView[];
  marks: { ring: string; kind: MarkKind | LessonKind | MapKind }[];
  /** What the last turn touched. */
  last: { marbles: string[]; gone: string[] };
  /** Sixths of a full turn, clockwise. */
  turned: number;
  /** Whether the board is mirrored left to right, before it is turned. */
  mirrored: boolean;
  coordinates: boolean;
  signs: Signs;
  drawings: Drawing[];
  /** What the person draws with. If it is given, a tap does not erase the drawings: they belong to the position. */
  pen?: Pen | null;
  /** What the page draws, such as a hint. The person cannot erase it. */
  lines?: Drawing[];
  /** The marble that would be placed, shown faintly under the pointer. */
  preview?: Colour | null;
  /** Whether the person may act. Drawing is always allowed. */
  active: boolean;
  /** The description of a ring for screen readers: "d4, white marble, can be placed here". */
  describe: (ring: string) => string;
}

export interface Pen {
  colour: MarkColour;
  /** Whether a finger and the left mouse button draw too, and not only the right mouse button. A tap on a ring is still a `tap`. */
  only: boolean;
}

/** A board that is only looked at: no marks, no coordinates, not active. Add the shape and the rings. */
export const STILL: Omit<BoardState, 'shape' | 'rings'> = {
  marks: [],
  last: { marbles: [], gone: [] },
  turned: 0,
  mirrored: false,
  coordinates: false,
  signs: 'none',
  drawings: [],
  active: false,
  describe: () => '',
};

export interface BoardHandlers {
  /** A ring was tapped, clicked, or chosen by key. */
  tap(ring: string): void;
  /** Whether the marble on this ring can be dragged. Also called at every `set`: a touch there does not scroll the page. */
  draggable(ring: string): boolean;
  /** A drag of the marble on this ring has begun. */
  lift?(ring: string): void;
  /** A marble was dragged from a ring and dropped on another one, or outside. */
  drop(from: string, to: string | null): void;
  /** The person drew or erased something; `drawings` is all that is left. The page passes it back with `set`. */
  draw(drawings: Drawing[]): void;
}

export const NO_HANDLERS: BoardHandlers = { tap: () => {}, draggable: () => false, drop: () => {}, draw: () => {} };

export type Speed = 'normal' | 'fast' | 'off';

/** Options that do not depend on the position. */
export interface BoardOptions {
  /** The board's name for screen readers. */
  label?: string;
  speed?: Speed;
  /** Adapts animations to the device; by default all boards share one. */
  pace?: Pace;
  /** Finds the pool (`pool-W`) and the trays (`tray-1-W`) on the page; by default the element with that `data-spot`. */
  spot?: (name: string) => Element | null;
  /** Called when the sound of a step should play: when a marble lands, or a ring begins to slide. */
  sound?: (kind: Beat['kind']) => void;
}

export type { Beat, Colour, Shape };
