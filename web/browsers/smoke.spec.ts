/** The app works in each browser. These tests are few; the details are tested in Chromium. */
import { expect } from '@playwright/test';
import type { Person } from './person';
import { relay } from './relay';
import { test } from './test';

/** Expects that the browser has reported no error, if it can be asked. */
function expectNoProblems(...people: Person[]): void {
  for (const { tab } of people) expect(tab.problems() ?? []).toEqual([]);
}

test('a game against level 1 is played to its end', async ({ newPerson }) => {
  const person = await newPerson();
  await person.visit('/');
  await person.press('Play against the computer Ten levels, from beginner to full strength.');
  await person.until('the level', () => document.querySelector('input[type=range]'));
  const { x, y } = await person.until('the slider', () => {
    const slider = document.querySelector('input[type=range]');
    slider?.scrollIntoView({ block: 'center' });
    const box = slider?.getBoundingClientRect();
    return box && { x: box.x + 6, y: box.y + box.height / 2 };
  });
  await person.tab.click(x, y);
  await person.sees('Level 1');
  await person.press('Start game');
  expect(await person.playToTheEnd()).toBeGreaterThan(10);
  await person.sees('The game lasted');
  expectNoProblems(person);
});

test('the rules page has its boards', async ({ newPerson }) => {
  const person = await newPerson();
  await person.visit('/rules');
  const boards = await person.until('boards', () => document.querySelectorAll('article svg').length);
  expect(boards).toBeGreaterThan(5);
  expectNoProblems(person);
});

test('the engine analyses a position', async ({ newPerson }) => {
  const person = await newPerson();
  await person.visit('/analyse');
  await person.place('White', 'd4', 'd1');
  await person.sees('Wd4,d1');
  await person.press('Engine');
  await person.until('a variation', () => document.querySelector('.thoughts li')?.textContent.includes('%'));
  await person.until('a search of some depth', () => /Depth ([2-9]|\d\d)/.exec(document.body.innerText)?.[0]);
  expectNoProblems(person);
});

test('two people play by link', async ({ newPerson }) => {
  const [one, two] = [await newPerson(), await newPerson()];
  await one.visit('/lobby?own=friend');
  await one.press('Me');
  await one.press('Create link');
  const link = await one.until('the link', () => document.querySelector<HTMLInputElement>('input[readonly]')?.value);
  await two.visit(link);
  await two.press('Play');
  await one.place('White', 'd4', 'd1');
  await two.hasTurns(['Wd4,d1']);
  await two.place('Grey', 'b2', 'a1');
  await one.hasTurns(['Wd4,d1', 'Gb2,a1']);
  await two.tab.reload();
  await two.hasTurns(['Wd4,d1', 'Gb2,a1']);
  await two.press('Resign');
  await two.click('dialog button', 'Resign');
  await one.sees('You won!');
  await two.sees('You lost');
  expectNoProblems(one, two);
});

test('the app starts without a network after the first visit, and a game can be played', async ({
  newPerson,
  baseURL,
}) => {
  const network = await relay(baseURL!);
  const person = await newPerson(network.address);
  await person.visit('/');
  await person.until('the service worker', () => navigator.serviceWorker.controller?.state === 'activated');
  await network.close();
  await person.tab.reload();
  await person.sees('Sacrifice, capture, win');
  await person.visit('/new?vs=engine');
  await person.press('Start game');
  await person.place('White', 'd4', 'd1');
  // The engine answers, from a file that was never loaded before.
  await person.until('the answer', () => document.querySelectorAll('ol[aria-label=Turns] button').length > 1);
});
