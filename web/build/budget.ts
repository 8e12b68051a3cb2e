/** The size budget of the app, compressed with gzip, which browsers get without TLS. With brotli it is smaller. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { filesIn } from './files';

const KB = 1000;

/** Everything that the first page needs: scripts, styles and the rules. */
const FIRST_LOAD = 250 * KB;

/** All WebAssembly. The engine with its network is the largest part. */
const WASM = 700 * KB;

/** Throws if something is too large; otherwise returns a report. */
export function checkBudget(folder: string): string[] {
  const first = firstLoad(readFileSync(join(folder, 'index.html'), 'utf8'));
  const wasm = filesIn(folder).filter((file) => file.endsWith('.wasm'));
  return [check(folder, 'The first load', first, FIRST_LOAD), check(folder, 'The WebAssembly', wasm, WASM)];
}

export function firstLoad(html: string): string[] {
  const named = [...html.matchAll(/<(?:script|link)\b[^>]*?\b(?:src|href)="\/([^"]+\.(?:js|css|wasm))"/g)];
  return [...new Set(named.map((match) => match[1]!))];
}

function check(folder: string, what: string, files: string[], budget: number): string {
  const total = (suffix: string) => files.reduce((sum, file) => sum + size(join(folder, file), suffix), 0);
  const kilobytes = (bytes: number) => `${(bytes / KB).toFixed(1)} KB`;
  const weight = total('.gz');
  if (weight > budget) {
    throw new Error(
      `${what} may have ${kilobytes(budget)} compressed, but has ${kilobytes(weight)}: ${files.join(', ')}.`,
    );
  }
  return `${what}: ${kilobytes(total('.br'))} with brotli, ${kilobytes(weight)} with gzip, of ${kilobytes(budget)}.`;
}

function size(path: string, suffix: string): number {
  return statSync(existsSync(path + suffix) ? path + suffix : path).size;
}
