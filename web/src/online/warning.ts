/** Decides when to warn a player of little time: twice, and again only after the clock has gained time. */
export class TimeWarning {
  #warned = Infinity;

  /** How many seconds to warn of now, given the milliseconds left. */
  due(left: number | null): number | null {
    if (left === null) return null;
    if (left > 30_000) this.#warned = Infinity;
    const seconds = [10, 30].find((limit) => left <= limit * 1000);
    if (seconds === undefined || this.#warned <= seconds) return null;
    this.#warned = seconds;
    // A warning that comes later than this would be wrong.
    return left > (seconds - 3) * 1000 ? seconds : null;
  }
}
