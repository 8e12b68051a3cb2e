/** What a game supplies to the controller of its table: on this device, on the server, or in a study. */
import type { Beat, GameData, OutcomeView, StepData, Variation, View } from '../core/rules';
import type { Pen } from './pen.svelte';
import type { TurnInProgress } from './turn.svelte';

/** A player by number in the rules: 1 played the first turn. After a swap the other person plays that side. */
export type Side = 1 | 2;

export const opposite = (side: Side): Side => (side === 1 ? 2 : 1);

/** What a player's panel shows beside the captured marbles. */
export interface PanelFacts {
  name: string;
  /** For example a rating. */
  note?: string;
  /** The address of the player's page. */
  link?: string | null;
  thinking?: boolean;
  /** Milliseconds on the clock. */
  left?: number | null;
  /** Formats the time left. */
  text?: (left: number) => string;
}

export interface Source {
  /** Where to report what happens. The controller sets it. */
  report: Report;
  /** The game so far, including a turn that the server has not confirmed yet. */
  readonly game: GameData;
  /** That game as the rules see it, without the turn being made. */
  readonly position: View;
  /** The steps of a turn that was begun before the page was loaded. */
  readonly unfinished: StepData[];
  /** Whether a person at this page may move. */
  readonly mine: boolean;
  /** Whether somebody is to move. */
  readonly running: boolean;
  /** Whether the person at this page does not play. */
  readonly watching: boolean;
  readonly outcome: OutcomeView | null;
  /** The side of the one person at this page, or `null` for two persons or a spectator. */
  readonly viewer: Side | null;
  /** Whether the person plays both sides, so that no turn is theirs. */
  readonly neutral?: boolean;
  /** The side shown nearer to the person. */
  readonly below: Side;
  /** The person who played the first turn, and the other one. */
  readonly names: readonly [string, string];
  /** The name of a side in a sentence. */
  name(side: Side): string;
  /** The name of a side at the head of its panel and before its turns; "You" where that is clear. */
  shortName(side: Side): string;
  panel(side: Side): PanelFacts;

  /** Why something failed outside the turn being made. */
  readonly failure: string | null;
  /** A text that replaces the usual status. */
  readonly notice?: string | null;
  /** The status while the game goes on. `task` is what the player has to do, `begun` says whether the turn has begun. */
  situation(task: string, begun: boolean): string;
  /** An explanation of the task; `null` leaves it to the controller. */
  readonly why?: string | null;
  readonly note?: string;
  /** A sentence to add when the game has ended. */
  readonly endNote?: string;
  /** A turn to show on the board while the person may move. */
  readonly hint?: Variation | null;
  /** What the person draws marks with that stay with the position. */
  readonly pen?: Pen | null;
  /** The prepared answer to any turn, to show on the board. */
  readonly premove?: string | null;
  /** A premove or conditional turns being made, on a board of their own. */
  readonly preparing?: { readonly game: GameData; readonly turn: TurnInProgress; readonly beats: Beat[] } | null;
  /** Whether the person may demand the capture that the last turn missed. */
  readonly mayDemand?: boolean;
  /** Whether the last turn won, but missed a capture that can still be demanded. */
  readonly contested?: boolean;
  /** Keys that differ from those of other tables. */
  readonly keys: Record<string, () => void>;

  /** Plays a complete turn. The beats are those not yet shown; `null` means all of the turn. */
  play(turn: string, beats: Beat[] | null): void;
  keep?(steps: StepData[]): void;
  swap?(): void;
  demand?(): void;
  /** Accepts a contested win. */
  accept?(): void;
  /** Starts clocks and opponents. Returns a function that stops them. */
  start(): () => void;
}

/** How a source reports to the controller what happened. */
export interface Report {
  acted(change: Change): void;
  /** Drops the unfinished turn. */
  letGo(): void;
  /** Announces something to screen readers. `show` says whether the page does not show it anyway, so that everybody needs a message. */
  tell(text: string, show?: boolean): void;
  /** The game has ended. `dialog` says whether a dialog shows the result. */
  ended(dialog: boolean): void;
}

export interface Change {
  /** What moves on the board. */
  beats: Beat[];
  /** Whether to describe the last turn in words. */
  describe?: boolean;
  /** Whether somebody who looks back at an earlier position keeps seeing it. */
  stay?: boolean;
}
