/** Writes the service worker of a built app, with the list of its files. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformWithEsbuild } from 'vite';
import { filesIn } from './files';

/** Compiles the worker and writes it as `sw.js`. Browsers look for a new version at that address. */
export async function writeServiceWorker(source: string, folder: string): Promise<void> {
  const files = filesIn(folder).filter((file) => file !== 'sw.js');
  const define = {
    FILES: JSON.stringify(files.map((file) => (file === 'index.html' ? '/' : `/${file}`))),
    VERSION: JSON.stringify(version(files, folder)),
  };
  const code = readFileSync(source, 'utf8');
  const worker = await transformWithEsbuild(code, source, { define, minify: true, format: 'iife', sourcemap: false });
  writeFileSync(join(folder, 'sw.js'), worker.code);
}

function version(files: string[], folder: string): string {
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(folder, file)));
  return hash.digest('hex').slice(0, 12);
}
