/** People and programs that play: their browsers, their accounts, and what they ask the server without a page. */
import { expect, type APIRequestContext, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { prefer } from './table';

export const PASSWORD = 'correct horse battery';
export const RULES = {
  board: '37',
  pool: [6, 8, 10],
  goals: [4, 5, 6, 3],
  claims: 'automatic',
  captures: 'enforced',
  stuck: 'draw',
  swap: false,
  touchMove: false,
};

export interface Person {
  page: Page;
  context: BrowserContext;
}

/** Somebody with a browser of their own. */
export async function person(browser: Browser, settings: Record<string, unknown> = {}): Promise<Person> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await prefer(page, { motion: 'off', mute: true, ...settings });
  return { page, context };
}

/** A name that nobody has. Tests run side by side, and again with the same server. */
export const unique = (name: string) => `${name}${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;

/** Asks the server; what comes back must be fine. */
export async function ask<T = unknown>(
  api: APIRequestContext,
  method: 'get' | 'post',
  path: string,
  data?: unknown,
): Promise<T> {
  const answer = await api[method](`/api${path}`, data === undefined ? {} : { data });
  expect(answer.ok(), `${method} ${path}: ${answer.status()} ${await answer.text()}`).toBe(true);
  return (await answer.json()) as T;
}

/** Makes an account, by the interface that the account page uses. Whoever asks is signed in to it. */
export async function register(api: APIRequestContext, name = unique('T')): Promise<string> {
  await ask(api, 'post', '/account/register', { name, password: PASSWORD });
  return name;
}

/** What is known of a game. */
export const lookAt = (api: APIRequestContext, game: string) =>
  ask<{ seq: number; acts: string[]; state: { since: number } }>(api, 'get', `/games/${game}`);

/** Makes a turn without a page. */
export async function makeTurn(api: APIRequestContext, game: string, turn: string): Promise<void> {
  const { seq } = await lookAt(api, game);
  await ask(api, 'post', `/games/${game}/act`, { id: `turn-${seq}`, type: 'turn', turn, after: seq });
}
