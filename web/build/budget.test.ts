import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkBudget, firstLoad } from './budget';
import { pack } from './pack';

const PAGE = `<script type="module" crossorigin src="/main.js"></script>
  <link rel="modulepreload" crossorigin href="/shared.js">
  <link rel="stylesheet" crossorigin href="/main.css">
  <link rel="preload" as="fetch" href="/rules.wasm" crossorigin>
  <link rel="icon" href="/icon.svg">`;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'zertz-budget-'));
  for (const [file, text] of [
    ['index.html', PAGE],
    ['main.js', 'a'],
    ['shared.js', 'b'],
    ['main.css', 'c'],
    ['rules.wasm', 'd'],
  ] as const) {
    writeFileSync(join(folder, file), text);
  }
});

afterEach(() => rmSync(folder, { recursive: true }));

/** Bytes that cannot be compressed. */
function noise(length: number): Uint8Array {
  let seed = 1;
  return Uint8Array.from({ length }, () => (seed = (seed * 16807) % 2147483647) >> 8);
}

test('the first load is what the page loads', () => {
  expect(firstLoad(PAGE)).toEqual(['main.js', 'shared.js', 'main.css', 'rules.wasm']);
});

test('a large first load is refused', () => {
  expect(checkBudget(folder)).toHaveLength(2);
  writeFileSync(join(folder, 'rules.wasm'), noise(250_000));
  pack(folder);
  expect(() => checkBudget(folder)).toThrow('The first load may have 250.0 KB compressed, but has');
});

test('the compressed size counts', () => {
  writeFileSync(join(folder, 'main.js'), 'x'.repeat(1_000_000));
  pack(folder);
  expect(checkBudget(folder)[0]).toContain('of 250.0 KB');
});

test('large WebAssembly is refused, even if the first page does not need it', () => {
  writeFileSync(join(folder, 'engine.wasm'), noise(700_001));
  pack(folder);
  expect(() => checkBudget(folder)).toThrow('The WebAssembly may have 700.0 KB compressed, but has 700.0 KB');
});
