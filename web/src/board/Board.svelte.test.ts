import { flushSync, mount, unmount } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import Board from './Board.svelte';
import { BoardView } from './board';
import Marble from './Marble.svelte';
import { listener, stateOf } from './sample';
import type { Beat, BoardState } from './types';

let mounted: Record<string, unknown> | undefined;

afterEach(async () => {
  if (mounted) await unmount(mounted);
  mounted = undefined;
  document.body.replaceChildren();
});

const marbles = () =>
  [...document.querySelectorAll('.zb-ring[data-marble]')].map((node) => node.getAttribute('data-ring'));

describe('the board in a page', () => {
  it('shows the state, passes the board to `onready`, and is removed with the page', async () => {
    const onready = vi.fn();
    mounted = mount(Board, {
      target: document.body,
      props: { state: stateOf({ d4: 'W' }), handlers: listener(), label: 'Board', onready },
    });
    flushSync();
    expect(marbles()).toEqual(['d4']);
    expect(document.querySelector('svg')?.getAttribute('aria-label')).toBe('Board');
    expect(onready).toHaveBeenCalledWith(expect.any(BoardView));
    await unmount(mounted);
    mounted = undefined;
    expect(document.querySelector('svg')).toBeNull();
  });

  it('shows a new state, and animates it if something moved', () => {
    let state = $state.raw(stateOf({ d4: 'W' }));
    let label = $state('Board');
    let beats = $state.raw<Beat[] | undefined>();
    let view!: BoardView;
    mounted = mount(Board, {
      target: document.body,
      props: {
        handlers: listener(),
        onready: (board) => (view = board),
        get state() {
          return state;
        },
        get label() {
          return label;
        },
        get beats() {
          return beats;
        },
      },
    });
    flushSync();
    const play = vi.spyOn(view, 'play');
    state = stateOf({ d4: 'W', d5: 'B' });
    flushSync();
    expect(marbles()).toEqual(['d4', 'd5']);
    expect(play).not.toHaveBeenCalled();
    const [moved, next]: [Beat[], BoardState] = [
      [{ kind: 'remove', motions: [{ gone: 'a1', wayOut: 3 }] }],
      stateOf({ d4: 'W' }),
    ];
    [beats, state] = [moved, next];
    flushSync();
    expect(play).toHaveBeenCalledExactlyOnceWith(moved, next);
    label = 'Other';
    flushSync();
    expect(document.querySelector('svg')?.getAttribute('aria-label')).toBe('Other');
    expect(play).toHaveBeenCalledOnce();
  });
});

describe('a marble in a page', () => {
  it('has its colour and its sign', () => {
    mounted = mount(Marble, { target: document.body, props: { colour: 'G', signs: 'letters' } });
    flushSync();
    const marble = document.querySelector('.zm');
    expect(marble?.getAttribute('data-marble')).toBe('G');
    expect(marble?.querySelector('text')?.textContent).toBe('G');
  });
});
