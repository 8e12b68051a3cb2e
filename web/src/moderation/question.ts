/** What a moderator is asked before an act. */
export interface Question {
  title: string;
  /** What will happen. */
  text?: string;
  /** What the button says. */
  label: string;
  /** Whether it cannot be undone easily. */
  danger?: boolean;
  /** The act. */
  do: (note: string) => Promise<unknown>;
  /** What follows when it has succeeded. */
  then?: () => void;
}
