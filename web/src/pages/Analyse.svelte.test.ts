import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { recordOf, usualGame } from '../core/rules';
import { follow, go } from '../router.svelte';
import { recordAddress } from '../share-record';
import Analyse from './Analyse.svelte';

let mounted: Record<string, unknown> | undefined;

afterEach(async () => {
  if (mounted) await unmount(mounted);
  document.body.replaceChildren();
  localStorage.clear();
  go('/', 'replace');
});

const comment = () => document.querySelector<HTMLTextAreaElement>('textarea')!;

/** Mounts the page at an address. */
async function open(address: string): Promise<void> {
  go(address);
  mounted = mount(Analyse, { target: document.body });
  await vi.waitFor(() => expect(comment()).not.toBeNull());
}

function visit(hash: string): void {
  history.pushState(null, '', hash);
  follow();
  flushSync();
}

test('a link within the page keeps what was changed in the study; a link to another study opens that one', async () => {
  await open('/analyse?board=37&turns=Wd4,d1');
  comment().value = 'changed';
  comment().dispatchEvent(new Event('input', { bubbles: true }));
  visit('#main');
  expect(comment().value).toBe('changed');
  const other = recordAddress({ ...recordOf(usualGame(['Wd4,d1'])), comment: 'another' }, null);
  visit(other.slice(other.indexOf('#')));
  await vi.waitFor(() => expect(comment().value).toBe('another'));
});
