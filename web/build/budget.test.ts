import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkBudget, firstLoad } from './budget';
import { pack } from './pack';

const PAGE = `<script type="module" crossorigin src="/main.js"></script>
  <link rel="modulepreload" crossorigin href="/shared.js">
  <link rel="stylesheet" crossorigin href="/main.css">
  <link rel="icon" href="/icon.svg">`;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'zertz-budget-'));
  for (const [file, text] of [
    ['index.html', PAGE],
    ['main.js', 'a'],
    ['shared.js', 'b'],
    ['main.css', 'c'],
  ] as const) {
    writeFileSync(join(folder, file), text);
  }
});

afterEach(() => rmSync(folder, { recursive: true }));

/** Bytes that no packing makes smaller. */
function noise(length: number): Uint8Array {
  let seed = 1;
  return Uint8Array.from({ length }, () => (seed = (seed * 16807) % 2147483647) >> 8);
}

test('the first load is what the page names', () => {
  expect(firstLoad(PAGE)).toEqual(['main.js', 'shared.js', 'main.css']);
});

test('a heavy first load is refused', () => {
  expect(checkBudget(folder)).toHaveLength(2);
  writeFileSync(join(folder, 'shared.js'), noise(150_000));
  pack(folder);
  expect(() => checkBudget(folder)).toThrow(
    'The first load of scripts and styles may weigh 150.0 KB packed, but weighs',
  );
});

test('what is packed counts as packed', () => {
  writeFileSync(join(folder, 'main.js'), 'x'.repeat(1_000_000));
  pack(folder);
  expect(checkBudget(folder)[0]).toContain('of 150.0 KB');
});

test('heavy WebAssembly is refused', () => {
  writeFileSync(join(folder, 'rules.wasm'), noise(500_001));
  pack(folder);
  expect(() => checkBudget(folder)).toThrow('The WebAssembly may weigh 500.0 KB packed, but weighs 500.0 KB');
});
