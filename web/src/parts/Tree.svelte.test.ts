import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import { recordOf, usualGame } from '../core/rules';
import { Study } from '../stores/study.svelte';
import { TableController } from '../table/controller.svelte';
import Tree from './Tree.svelte';

let mounted: Record<string, unknown> | undefined;

afterEach(async () => {
  if (mounted) await unmount(mounted);
  document.body.replaceChildren();
});

const texts = (selector: string) =>
  [...document.querySelectorAll(selector)].map((one) => one.textContent.replace(/\s+/g, ' ').trim());

test('turns are in two columns, and a variation is indented where it branches off', () => {
  const study = new Study(recordOf(usualGame(['Wd4,d1', 'Gb2,a1', 'Bf2,a2'])));
  new TableController(study);
  study.goTo(0);
  study.play('Bb2,a1');
  mounted = mount(Tree, { target: document.body, props: { study } });
  flushSync();
  expect(texts('.tree > .first')).toEqual(['Wd4,d1', 'Bf2,a2']);
  expect(texts('.tree > .second')).toEqual(['Gb2,a1']);
  expect(texts('.variation')).toEqual(['1… Bb2,a1']);
  expect(texts('.number')).toEqual(['1.', '2.']);
  expect(texts('[aria-current=step]')).toEqual(['Bb2,a1']);
});
