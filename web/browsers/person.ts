/** A person at a browser, who finds things by what they say and clicks them. */
import { expect } from '@playwright/test';
import type { Tab } from './browser';

/** What can be clicked on a page, apart from the header, which has links of the same names. */
const TARGETS = ':is(main, dialog) :is(a, button, summary, label)';

/** Milliseconds to wait for something to appear. */
const PATIENCE = 20_000;

export class Person {
  readonly tab: Tab;
  readonly root: string;

  constructor(tab: Tab, root: string) {
    this.tab = tab;
    this.root = root;
  }

  /** Stores settings for the next page. */
  async prefer(settings: Record<string, unknown>): Promise<void> {
    await this.tab.goto(`${this.root}/about`);
    await this.tab.call((text) => localStorage.setItem('zertz.settings', text), JSON.stringify(settings));
  }

  visit(path: string): Promise<void> {
    return this.tab.goto(new URL(path, this.root).href);
  }

  /** Waits until a function in the page returns something true, and returns it. */
  async until<A extends unknown[], R>(what: string, find: (...args: A) => R, ...args: A): Promise<NonNullable<R>> {
    const end = Date.now() + PATIENCE;
    for (;;) {
      const found = await this.tab.call(find, ...args);
      if (found) return found as NonNullable<R>;
      if (Date.now() > end) throw new Error(`${what}: not within ${PATIENCE / 1000} s`);
      await new Promise((go) => setTimeout(go, 50));
    }
  }

  /** Waits until the page says this. */
  sees(text: string): Promise<true> {
    return this.until(text, (text) => document.body.innerText.includes(text) || null, text);
  }

  /** Clicks in the middle of an element, once it is there and nothing is in front of it. */
  async click(selector: string, name: string | null = null): Promise<void> {
    const { x, y } = await this.until(`${selector} ${name ?? ''}`, spot, selector, name);
    await this.tab.click(x, y);
  }

  /** Clicks a button or a link with this text. */
  press(name: string): Promise<void> {
    return this.click(TARGETS, name);
  }

  /** Plays a turn: places a marble and removes a ring. */
  async place(colour: 'White' | 'Grey' | 'Black', on: string, gone: string): Promise<void> {
    await this.click(`button[aria-disabled=false][aria-label^="${colour} marble"]`);
    await this.click(`[data-ring="${on}"][data-marks~=place]`);
    await this.click(`[data-ring="${gone}"][data-marks~=remove]`);
  }

  /** Waits until the list of turns has these. */
  async hasTurns(turns: string[]): Promise<void> {
    await expect.poll(() => this.tab.call(listed), { timeout: PATIENCE }).toEqual(turns);
  }

  /** Plays until the game is over; returns the number of clicks. */
  async playToTheEnd(): Promise<number> {
    let before = '';
    for (let clicks = 0; clicks < 500; clicks++) {
      const { at, marks } = await this.until('something new to do', choice, clicks, before);
      if (!at) return clicks;
      await this.tab.click(at.x, at.y);
      before = marks;
    }
    throw new Error('the game does not end');
  }
}

// These run in the page.

interface Spot {
  x: number;
  y: number;
}

/** The middle of the first element with this name that can be seen, scrolled into view; `null` while something is in front of it. */
function spot(selector: string, name: string | null): Spot | null {
  const named = (element: Element) =>
    (element.getAttribute('aria-label') ?? element.textContent).replace(/\s+/g, ' ').trim();
  const found = [...document.querySelectorAll(selector)].find(
    (element) => element.getClientRects().length > 0 && (name === null || named(element) === name),
  );
  if (!found) return null;
  found.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  const { x, y, width, height } = found.getBoundingClientRect();
  const middle = { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
  const hit = document.elementFromPoint(middle.x, middle.y);
  return hit && (found.contains(hit) || hit.contains(found)) ? middle : null;
}

function listed(): string[] {
  return [...document.querySelectorAll('ol[aria-label=Turns] button')].map((turn) => turn.textContent.trim());
}

/** Where to click next, and the marks on the board; `at` is `null` when the game is over. */
function choice(clicks: number, before: string): { at: Spot | null; marks: string } | null {
  if (document.querySelector('dialog[open]')) return { at: null, marks: '' };
  const all = (selector: string) => [...document.querySelectorAll(selector)];
  const marked = (kind: string) => all(`[data-ring][data-marks~="${kind}"]`);
  const marks = all('[data-marks], [aria-pressed=true]').map((element) => element.outerHTML);
  const places = marked('place');
  const supply = all('button[aria-disabled=false][aria-label*="marble, "]');
  const next =
    marked('landing')[0] ??
    marked('jumper')[0] ??
    marked('remove')[0] ??
    // Near the middle, so that there is something to capture.
    (document.querySelector('.colour[aria-pressed=true]')
      ? places[places.length >> 1]
      : supply[clicks % supply.length]);
  if (!next || marks.join() === before) return null;
  next.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  const { x, y, width, height } = next.getBoundingClientRect();
  return { at: { x: x + width / 2, y: y + height / 2 }, marks: marks.join() };
}
