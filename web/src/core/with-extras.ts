/** Loads the extras without making them part of the first load. */

/** The extras, ready for use. */
export async function extras(): Promise<typeof import('./extras')> {
  const module = await import('./extras');
  await module.loadExtras();
  return module;
}

/** A module that uses the extras, which are loaded at the same time. */
export async function withExtras<T>(module: Promise<T>): Promise<T> {
  const [it] = await Promise.all([module, extras()]);
  return it;
}
