/** What the tests need from a browser. Each browser has its own protocol; see the files beside this one. */

/** A running browser. */
export interface Browser {
  /** Opens a window that shares nothing with the others: another person's. */
  open: () => Promise<Tab>;
  close: () => Promise<void>;
}

export interface Tab {
  goto: (address: string) => Promise<void>;
  reload: () => Promise<void>;
  /** Calls a function in the page. It cannot use anything from outside; arguments and result are copied as JSON. */
  call: <A extends unknown[], R>(what: (...args: A) => R | Promise<R>, ...args: A) => Promise<R>;
  /** Clicks with a real mouse, at this place of the window. */
  click: (x: number, y: number) => Promise<void>;
  /** The PNG of what the window shows. */
  picture: () => Promise<Buffer>;
  /** Errors that the browser has reported so far; `null` where it cannot be asked. */
  problems: () => string[] | null;
  close: () => Promise<void>;
}

/** The size of a window. */
export const SIZE = { width: 1280, height: 800 };

/** The source of a function that takes the arguments as JSON and returns the result as JSON. */
export const wrapped = (what: (...args: never[]) => unknown): string =>
  `async (args) => JSON.stringify((await (${what.toString()})(...JSON.parse(args))) ?? null)`;
