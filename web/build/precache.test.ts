import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeServiceWorker } from './precache';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'zertz-precache-'));
  mkdirSync(join(folder, 'assets'));
  for (const file of ['index.html', 'index.html.br', 'assets/de-12.js', 'assets/de-12.js.gz', '.stamp', 'sw.js']) {
    writeFileSync(join(folder, file), file);
  }
});

afterEach(() => rmSync(folder, { recursive: true }));

async function worker(): Promise<string> {
  await writeServiceWorker('src/sw.ts', folder);
  return readFileSync(join(folder, 'sw.js'), 'utf8');
}

test('the worker stores every file, without compressed copies', async () => {
  const code = await worker();
  expect(code).toContain('["/assets/de-12.js","/"]');
  expect(code).not.toMatch(/\.br|\.gz|\.stamp|FILES|VERSION/);
});

test('the version changes with the files and with nothing else', async () => {
  const first = await worker();
  expect(await worker()).toBe(first);
  writeFileSync(join(folder, 'index.html'), 'another');
  expect(await worker()).not.toBe(first);
});
