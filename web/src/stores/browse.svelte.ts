/** Which moment of a game is looked at: how many acts are shown, or all of them as they come. */

export class Browse {
  /** `null`: the game as it stands. */
  shown = $state<number | null>(null);

  toEnd(): void {
    this.shown = null;
  }

  /** Shows the game as it was after so many acts. Says whether that is one act on. */
  goTo(acts: number, all: number): boolean {
    const before = this.shown ?? all;
    const wanted = Math.max(0, Math.min(all, acts));
    this.shown = wanted === all ? null : wanted;
    return wanted === before + 1;
  }
}
