import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { recordOf, usualGame } from '../core/rules';
import { Study } from '../stores/study.svelte';
import { TableController } from '../table/controller.svelte';
import PlayBoard from './PlayBoard.svelte';

let mounted: Record<string, unknown> | undefined;

afterEach(async () => {
  if (mounted) await unmount(mounted);
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

const drawn = () => document.querySelectorAll('.zb-drawing').length;

/** Marks the ring at a place of the window with the right button of a mouse. */
function markAt(clientX: number, clientY: number): void {
  const at = { bubbles: true, isPrimary: true, pointerId: 1, button: 2, clientX, clientY };
  document.querySelector('[data-ring]')!.dispatchEvent(new PointerEvent('pointerdown', at));
  window.dispatchEvent(new PointerEvent('pointerup', at));
  flushSync();
}

test('what is drawn on a line of the engine does not change the marks of the study', async () => {
  const study = new Study(recordOf(usualGame()));
  const table = new TableController(study);
  vi.spyOn(SVGElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 700, 700));
  mounted = mount(PlayBoard, { target: document.body, props: { table } });
  await vi.waitFor(() => expect(document.querySelector('[data-ring=d4]')).not.toBeNull());
  markAt(350, 350);
  const marks = [{ from: 'd4', brush: 'blue' }];
  expect([study.marks, drawn()]).toEqual([marks, 1]);
  table.look(['Wd4,d1']);
  flushSync();
  expect(drawn()).toBe(0);
  // Another ring, for this line only.
  markAt(350, 250);
  expect([study.marks, drawn()]).toEqual([marks, 1]);
  table.look(null);
  flushSync();
  expect([study.marks, drawn()]).toEqual([marks, 1]);
});
