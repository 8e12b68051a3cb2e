/** What the board is told and what it tells. It knows no rule: what may be touched and what moves is handed to it. */
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
  | 'selected'
  /** What a hint speaks of. */
  | 'hint';

/** Lines and rings that a person draws with the right button, or that the engine's lines show. */
export type Drawing = { from: string; to?: string; brush: 'green' | 'red' | 'blue' | 'yellow' };

/** Everything that is seen. */
export interface BoardState {
  shape: Shape;
  rings: RingView[];
  marks: { ring: string; kind: MarkKind }[];
  /** What the last turn touched. */
  last: { marbles: string[]; gone: string[] };
  /** Sixths of a full turn, clockwise. */
  turned: number;
  mirrored: boolean;
  coordinates: boolean;
  /** How marbles can be told apart without their colours. */
  signs: 'none' | 'letters' | 'patterns';
  drawings: Drawing[];
  /** Whether the person looking may act at all. */
  active: boolean;
  /** A name for each ring for those who cannot see it: "d4, white marble, can be placed here". */
  describe: (ring: string) => string;
}

/** What a person does with the board. */
export interface BoardHandlers {
  /** A ring was tapped, clicked, or chosen by key. */
  tap(ring: string): void;
  /** Whether the marble on this ring may be dragged. */
  draggable(ring: string): boolean;
  /** A marble was dragged from a ring and let go over another one, or over none. */
  drop(from: string, to: string | null): void;
  /** The person drew something. */
  draw(drawings: Drawing[]): void;
}

/** How the board moves. */
export interface Motions {
  /** Plays the beats, one after the other, then shows `after`. Resolves when all is still. A later call ends it at once. */
  play(beats: Beat[], after: BoardState): Promise<void>;
}

export type { Beat, Colour, RingView, Shape };
