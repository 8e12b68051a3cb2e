/** The browser's storage. Where there is none, or it is full, the app goes on without. */

/** `sessionStorage` is for one tab, and goes with it. */
type Place = 'localStorage' | 'sessionStorage';

export function load<T>(key: string, place: Place = 'localStorage'): T | undefined {
  try {
    const text = globalThis[place].getItem(key);
    return text === null ? undefined : (JSON.parse(text) as T);
  } catch {
    return undefined;
  }
}

/** Says whether it was kept. */
export function save(key: string, value: unknown, place: Place = 'localStorage'): boolean {
  try {
    globalThis[place].setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

export function forget(key: string, place: Place = 'localStorage'): void {
  try {
    globalThis[place].removeItem(key);
  } catch {
    // Nothing was kept, so nothing is there.
  }
}
