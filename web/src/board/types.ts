/** What the board is told and what it tells. It knows no rule: what may be touched and what moves is handed to it. */
import type { Pace } from './pace';
import type { Beat, Colour, RingView, Shape } from '../core/rules';

/** Why a ring is marked, and so how. */
export type MarkKind =
  /** A marble may be put here. */
  | 'place'
  /** This ring may be taken away. */
  | 'remove'
  /** The marble here may, or must, jump. */
  | 'jumper'
  /** The selected marble may land here. */
  | 'landing'
  /** The marble here would be captured. */
  | 'victim'
  /** Part of a group that may be claimed. */
  | 'group'
  /** What the player has picked up. */
  | 'selected';

/** What an illustration says of a ring. Nothing happens when it is touched. */
export type LessonKind =
  /** It slides out of the board. */
  | 'free'
  /** It is vacant, but cannot slide out. */
  | 'held';

/** How marbles can be told apart without their colours. */
export type Signs = 'none' | 'letters' | 'patterns';

/** How a line is painted. */
export type Brush = 'green' | 'red' | 'blue' | 'yellow';

/** Lines and rings that a person draws with the right button, or that the engine's lines show. */
export type Drawing = { from: string; to?: string; brush: Brush };

/** Everything that is seen. */
export interface BoardState {
  shape: Shape;
  rings: RingView[];
  marks: { ring: string; kind: MarkKind | LessonKind }[];
  /** What the last turn touched. */
  last: { marbles: string[]; gone: string[] };
  /** Sixths of a full turn, clockwise. */
  turned: number;
  /** Left and right change places, before the board is turned. */
  mirrored: boolean;
  coordinates: boolean;
  signs: Signs;
  /** What the person has drawn. */
  drawings: Drawing[];
  /** What the page draws, such as the engine's lines. The person cannot wipe it away. */
  lines?: Drawing[];
  /** The marble that would be placed: it is shown faintly where the pointer is. */
  preview?: Colour | null;
  /** Whether the person looking may act at all. Drawing is always allowed. */
  active: boolean;
  /** A name for each ring for those who cannot see it: "d4, white marble, can be placed here". */
  describe: (ring: string) => string;
}

/** What a person does with the board. */
export interface BoardHandlers {
  /** A ring was tapped, clicked, or chosen by key. */
  tap(ring: string): void;
  /** Whether the marble on this ring may be dragged. Asked at every `set`, too: only there does a touch not scroll the page. */
  draggable(ring: string): boolean;
  /** A drag of the marble on this ring has begun. The page may now mark where it can go. */
  lift?(ring: string): void;
  /** A marble was dragged from a ring and let go over another one, or over none. */
  drop(from: string, to: string | null): void;
  /** The person drew something: all that is drawn now. The page hands it back by `set`. */
  draw(drawings: Drawing[]): void;
}

/** How the board moves. */
export interface Motions {
  /** Plays the beats, one after the other, then shows `after`. Resolves when all is still. A later call ends it at once. */
  play(beats: Beat[], after: BoardState): Promise<void>;
}

/** How fast things move. */
export type Speed = 'normal' | 'fast' | 'off';

/** What does not belong to a position. */
export interface BoardOptions {
  /** The board's name for those who cannot see it. */
  label?: string;
  speed?: Speed;
  /** How much the device can take; by default all boards learn it together. */
  pace?: Pace;
  /** Finds the pool (`pool-W`) and the trays (`tray-1-W`) on the page. By default the elements with that `data-spot`. */
  spot?: (name: string) => Element | null;
  /** Called when a step is to be heard: when the marble lands, when the ring begins to slide. */
  sound?: (kind: Beat['kind']) => void;
}

export type { Beat, Colour, RingView, Shape };
