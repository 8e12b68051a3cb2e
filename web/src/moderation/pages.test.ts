import { describe, expect, it } from 'vitest';
import { Refused } from '../online/api';
import { Pages, type After } from './pages.svelte';

const entry = (n: number) => ({ id: `e${n}`, at: 100 - n });

describe('a list of pages', () => {
  it('goes on after its last entry until a page is not full', async () => {
    const asked: After[] = [];
    const all = [1, 2, 3, 4, 5].map(entry);
    const pages = new Pages((after) => {
      asked.push(after);
      const from = all.findIndex(({ id }) => id === after.beforeId) + 1;
      return Promise.resolve(all.slice(from, from + 2));
    }, 2);
    await pages.load();
    expect([pages.entries, pages.complete]).toEqual([all.slice(0, 2), false]);
    await pages.more();
    await pages.more();
    expect([pages.entries, pages.complete]).toEqual([all, true]);
    expect(asked).toEqual([{}, { before: 98, beforeId: 'e2' }, { before: 96, beforeId: 'e4' }]);
  });

  it('keeps what it has when a page cannot be loaded', async () => {
    let fails = false;
    const pages = new Pages(() => {
      if (fails) return Promise.reject(new Refused({ code: 'offline', message: '' }));
      return Promise.resolve([entry(1)]);
    }, 1);
    await pages.load();
    fails = true;
    await pages.more();
    expect(pages.entries).toEqual([entry(1)]);
    expect(pages.problem?.code).toBe('offline');
    expect(pages.busy).toBe(false);
  });

  it('ignores an answer that comes after a later question', async () => {
    const answers: ((page: { id: string; at: number }[]) => void)[] = [];
    const pages = new Pages(() => new Promise<{ id: string; at: number }[]>((go) => answers.push(go)), 9);
    const first = pages.load();
    const second = pages.load();
    answers[1]!([entry(2)]);
    await second;
    answers[0]!([entry(1)]);
    await first;
    expect(pages.entries).toEqual([entry(2)]);
  });
});
