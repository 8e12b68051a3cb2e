/** The files of the built app. */
import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** The paths of all files below a folder, in order, without compressed copies and hidden files. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.') && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}
