/** People and bots: their browsers, their accounts, and requests to the server without a page. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { test as base, expect, type APIRequestContext, type BrowserContext, type Page } from '@playwright/test';
import '../src/testing';
import { binary, database } from './server';
import { rules } from '../src/wasm/zertz_rules.js';
import { prefer } from './table';

export const PASSWORD = 'correct horse battery';
export const RULES = rules('standard', '37');
export const CLOCK = { kind: 'fischer', initial: 300, increment: 3 };

export interface Person {
  page: Page;
  context: BrowserContext;
}

let people = 0;

/** The header with which a proxy reports another address: people who share one play no rated games. */
const address = () => ({ 'x-forwarded-for': `10.${process.pid % 256}.${(people >> 8) % 256}.${people++ % 256}` });

interface Fixtures {
  /** Opens the browser of another person, with these settings. It is closed after the test. */
  newPerson: (settings?: Record<string, unknown>) => Promise<Person>;
  /** Another client of the server, without a page. */
  newClient: (headers?: Record<string, string>) => Promise<APIRequestContext>;
}

export const test = base.extend<Fixtures>({
  newPerson: async ({ browser }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (settings = {}) => {
      const context = await browser.newContext({ extraHTTPHeaders: address() });
      contexts.push(context);
      const page = await context.newPage();
      await prefer(page, { motion: 'off', mute: true, ...settings });
      return { page, context };
    });
    for (const context of contexts) await context.close();
  },
  newClient: async ({ playwright, baseURL }, use) => {
    const clients: APIRequestContext[] = [];
    await use(async (headers = {}) => {
      const client = await playwright.request.newContext({
        baseURL: baseURL!,
        extraHTTPHeaders: { ...address(), ...headers },
      });
      clients.push(client);
      return client;
    });
    for (const client of clients) await client.dispose();
  },
});

/** A name that nobody has. Tests run in parallel on one server. */
export const unique = (name: string) => `${name}${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;

/** Sends a request, which must succeed. */
export async function ask<T = unknown>(
  api: APIRequestContext,
  method: 'get' | 'post',
  path: string,
  data?: unknown,
): Promise<T> {
  const answer = await api[method](`/api${path}`, data === undefined ? {} : { data });
  expect(answer.ok(), `${method} ${path}: ${answer.status()} ${await answer.text()}`).toBe(true);
  // Some answers are empty.
  return (answer.status() === 204 ? undefined : await answer.json()) as T;
}

/** Creates an account and signs the client in to it. */
export async function register(api: APIRequestContext, name = unique('T')): Promise<string> {
  await ask(api, 'post', '/account/register', { name, password: PASSWORD });
  return name;
}

export const lookAt = (api: APIRequestContext, game: string) =>
  ask<{ seq: number; acts: string[]; state: { since: number } }>(api, 'get', `/games/${game}`);

/** Plays a turn without a page. */
export async function makeTurn(api: APIRequestContext, game: string, turn: string): Promise<void> {
  const { seq } = await lookAt(api, game);
  await ask(api, 'post', `/games/${game}/act`, { id: `turn-${seq}`, type: 'turn', turn, after: seq });
}

/** Starts a game between two people. Returns it. */
export async function begin(api: APIRequestContext, other: APIRequestContext, rated = false): Promise<string> {
  const settings = { rules: RULES, time: CLOCK, rated };
  const { id } = await ask<{ id: string }>(api, 'post', '/games', {
    settings,
    first: 'me',
    opponent: { kind: 'friend' },
  });
  await ask(other, 'post', `/games/${id}/join`);
  return id;
}

/** Plays two turns each of a rated game against somebody else, and resigns. Returns the game. */
export async function loseRated(api: APIRequestContext, other: APIRequestContext): Promise<string> {
  const id = await begin(api, other, true);
  for (const [who, turn] of [
    [api, 'Wd4,d1'],
    [other, 'Gb2,a1'],
    [api, 'Wg2,a4'],
    [other, 'Gd7,g4'],
  ] as const)
    await makeTurn(who, id, turn);
  await ask(api, 'post', `/games/${id}/act`, { id: 'end', type: 'resign' });
  return id;
}

/** Makes an account a moderator, as the operator of a server does. */
export async function makeModerator(name: string): Promise<void> {
  await promisify(execFile)(binary, ['admin', '--database-url', database, 'moderator', name]);
}

/** Signs in with the form. */
export async function signIn(page: Page, name: string, password = PASSWORD): Promise<void> {
  await page.goto('/account');
  const form = page.getByRole('main').locator('form');
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('Password', { exact: true }).fill(password);
  await form.getByRole('button', { name: 'Sign in' }).click();
}
