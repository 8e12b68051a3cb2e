import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import App from './App.svelte';
import { go } from './router.svelte';

let mounted: Record<string, unknown> | undefined;

afterEach(async () => {
  if (mounted) await unmount(mounted);
  document.body.replaceChildren();
  go('/', 'replace');
});

test('the link that skips the header leads to the page and keeps the address', () => {
  go('/settings#part');
  mounted = mount(App, { target: document.body });
  flushSync();
  document.querySelector<HTMLAnchorElement>('.skip')!.click();
  expect(document.activeElement?.id).toBe('main');
  expect(location.pathname + location.hash).toBe('/settings#part');
});
