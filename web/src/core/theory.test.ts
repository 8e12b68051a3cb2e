import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { usualGame, usualRules } from './rules';
import { isUnproven, loadProof, provenResult, provenTurn, wantProof } from './theory.svelte';

vi.mock('./extras', async (original) => ({ ...(await original<object>()), loadExtras: () => Promise.resolve() }));

afterEach(() => vi.unstubAllGlobals());

const serve = (status: number) => {
  const text = readFileSync('../crates/zertz-engine/proofs/37.txt', 'utf8');
  const fetch = vi.fn(() => Promise.resolve(new Response(text, { status })));
  vi.stubGlobal('fetch', fetch);
  return fetch;
};

test('the certificate is loaded when it may say something, and again after a failure', async () => {
  const failing = serve(503);
  await wantProof(usualGame());
  await wantProof({ rules: { ...usualRules(), board: '48' }, acts: ['Wd4,d1'] });
  expect(failing).not.toHaveBeenCalled();
  await expect(wantProof(usualGame(['Wd4,a2']))).rejects.toThrow('503');
  expect(failing).toHaveBeenCalledTimes(1);
  await expect(loadProof()).rejects.toThrow('503');
  expect(await provenTurn(usualGame(['Wd4,a2']))).toBeNull();
  expect(provenResult(usualGame(['Wd4,a2']))).toBeNull();
  expect(isUnproven(usualGame(['Wd4,a1']))).toBe(false);

  const working = serve(200);
  await loadProof();
  await loadProof();
  expect(working).toHaveBeenCalledTimes(1);
  const result = provenResult(usualGame(['Wd4,a2']));
  expect(result).toMatchObject({ winner: 2, turns: 25 });
  expect(await provenTurn(usualGame(['Wd4,a2']))).toBe(result!.turn);
  expect(provenResult(usualGame(['Wd4,a1']))).toBeNull();
  expect(isUnproven(usualGame(['Wd4,a1']))).toBe(true);
  expect(isUnproven(usualGame(['Wd4,a2']))).toBe(false);
});
