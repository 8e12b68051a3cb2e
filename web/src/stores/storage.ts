/** The browser's storage. If it is missing or full, the app goes on without. */

/** `sessionStorage` belongs to one tab. */
type Place = 'localStorage' | 'sessionStorage';

export function load<T>(key: string, place: Place = 'localStorage'): T | undefined {
  try {
    const text = globalThis[place].getItem(key);
    return text === null ? undefined : (JSON.parse(text) as T);
  } catch {
    return undefined;
  }
}

/** Returns whether the value was stored. */
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
    // Without storage there is nothing to remove.
  }
}
