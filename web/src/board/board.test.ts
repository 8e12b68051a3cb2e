import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BoardView } from './board';
import { Pace } from './pace';
import { listener, stateOf, without } from './sample';
import type { Kind } from './marks';
import type { Beat, BoardOptions, BoardState } from './types';

let host: HTMLElement;
let board: BoardView;

/** The board is 700 pixels wide and high. */
beforeEach(() => {
  host = document.createElement('div');
  document.body.append(host);
  vi.spyOn(SVGElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 700, 700));
});

afterEach(() => {
  board?.destroy();
  host.remove();
  vi.restoreAllMocks();
  Reflect.deleteProperty(Element.prototype, 'animate');
});

function make(state: BoardState = stateOf(), handlers = listener(), options: BoardOptions = {}): BoardView {
  board = new BoardView(host, state, handlers, options);
  return board;
}

const ring = (name: string) => host.querySelector(`[data-ring="${name}"]`);
const marbles = () =>
  [...host.querySelectorAll('[data-marble]')].map(
    (node) => `${node.getAttribute('data-marble')}${node.getAttribute('data-ring')}`,
  );
const middle = (name: string) => {
  const { x, y } = board.scene.fit().toWindow(board.scene.plan.at(name));
  return { clientX: x, clientY: y };
};

function pointer(type: string, target: EventTarget, more: PointerEventInit): void {
  target.dispatchEvent(
    new PointerEvent(type, {
      bubbles: true,
      cancelable: true,
      isPrimary: true,
      pointerId: 1,
      pointerType: 'mouse',
      ...more,
    }),
  );
}

function press(from: string, more: PointerEventInit = {}): void {
  pointer('pointerdown', ring(from)!, { button: 0, ...middle(from), ...more });
}

function release(to: string, more: PointerEventInit = {}): void {
  pointer('pointermove', window, { ...middle(to), ...more });
  pointer('pointerup', window, { ...middle(to), ...more });
}

/** Animations that end when the test says so. */
function animations(): { ended: boolean; cancelled: boolean; end(): void }[] {
  const list: { ended: boolean; cancelled: boolean; end(): void }[] = [];
  Element.prototype.animate = function () {
    let end = () => {};
    const finished = new Promise<void>((resolve) => (end = resolve));
    const entry = { ended: false, cancelled: false, end: () => ((entry.ended = true), end()) };
    list.push(entry);
    return { finished, cancel: () => (entry.cancelled = true) } as unknown as Animation;
  };
  return list;
}

const still = () => new Promise((resolve) => setTimeout(resolve));
const inTheAir = () => document.querySelectorAll('.zb-piece').length;

const JUMP: Beat = {
  kind: 'jump',
  motions: [
    { marble: 'G', from: { ring: 'd5' }, to: { ring: 'd3' } },
    { marble: 'W', from: { ring: 'd4' }, to: { tray: 1 } },
  ],
};
const before = stateOf({ d5: 'G', d4: 'W' });
const after = stateOf({ d3: 'G' });

describe('what is shown', () => {
  it('is every ring in the order of the names, with its description', () => {
    make(without(stateOf({ d4: 'B' }), 'a1'));
    const names = [...host.querySelectorAll('.zb-ring')].map((node) => node.getAttribute('data-ring'));
    expect(names).toHaveLength(36);
    expect(names).toEqual([...names].sort());
    expect(ring('d4')?.getAttribute('aria-label')).toBe('ring d4');
    expect(ring('d4')?.getAttribute('role')).toBe('button');
    expect(marbles()).toEqual(['Bd4']);
  });

  it('changes only where the state differs', () => {
    make(stateOf({ d4: 'B' }));
    const [same, changed] = [ring('c3')!, ring('d4')!];
    const marble = changed.querySelector('.zb-marble use');
    board.set(stateOf({ d4: 'B' }, { marks: [{ ring: 'd4', kind: 'selected' }] }));
    expect(ring('c3')).toBe(same);
    expect(ring('d4')).toBe(changed);
    expect(changed.querySelector('.zb-marble use')).toBe(marble);
    expect(changed.querySelector('.zb-selected')).not.toBeNull();
    board.set(stateOf({ d4: 'W' }));
    expect(marbles()).toEqual(['Wd4']);
    expect(changed.querySelector('.zb-selected')).toBeNull();
  });

  it('inserts returning rings in order', () => {
    make(without(stateOf(), 'b2', 'b3'));
    board.set(stateOf());
    const names = [...host.querySelectorAll('.zb-ring')].map((node) => node.getAttribute('data-ring'));
    expect(names).toEqual([...names].sort());
  });

  it('has a different shape for each kind of mark', () => {
    const kinds: Kind[] = [
      'place',
      'remove',
      'jumper',
      'landing',
      'victim',
      'group',
      'selected',
      'free',
      'held',
      'lost',
      'open',
    ];
    const pictures = kinds.map((kind) => {
      make(stateOf({}, { marks: [{ ring: 'a1', kind }] }));
      const picture = [...ring('a1')!.querySelectorAll('.zb-mark *')]
        .map((node) => `${node.tagName} ${node.getAttribute('r') ?? node.getAttribute('d')}`)
        .join();
      board.destroy();
      return picture;
    });
    expect(pictures.every((picture) => picture.length > 0)).toBe(true);
    expect(new Set(pictures).size).toBe(kinds.length);
  });

  it('points in the direction in which a ring slides out, also on a turned board', () => {
    const arrow = (turned: number) => {
      const state = stateOf({}, { marks: [{ ring: 'd7', kind: 'remove' }], turned });
      make({ ...state, rings: state.rings.map((view) => (view.ring === 'd7' ? { ...view, wayOut: 0 } : view)) });
      const angle = ring('d7')?.querySelector('.zb-remove path')?.getAttribute('transform');
      board.destroy();
      return angle;
    };
    expect([arrow(0), arrow(1)]).toEqual(['rotate(-60.0)', 'rotate(0.0)']);
  });

  it('tells screen readers what can be chosen', () => {
    const marks = [
      { ring: 'a1', kind: 'place' as const },
      { ring: 'b1', kind: 'victim' as const },
      { ring: 'c1', kind: 'selected' as const },
    ];
    make(stateOf({}, { marks }));
    const disabled = (name: string) => ring(name)?.getAttribute('aria-disabled');
    expect([disabled('a1'), disabled('b1'), disabled('c1'), disabled('d4')]).toEqual([null, 'true', null, 'true']);
    expect(ring('c1')?.getAttribute('aria-pressed')).toBe('true');
    board.set(stateOf({}, { marks, active: false }));
    expect(disabled('a1')).toBe('true');
  });

  it('marks where rings were removed', () => {
    const state = without(stateOf(), 'a1', 'a2');
    make({ ...state, last: { marbles: ['d4'], gone: ['a1'] } });
    expect(host.querySelectorAll('.zb-ghost')).toHaveLength(1);
    expect(host.querySelectorAll('.zb-bare')).toHaveLength(1);
    expect(ring('d4')?.querySelector('.zb-last')).not.toBeNull();
    board.set(stateOf());
    expect(host.querySelectorAll('.zb-ghost, .zb-bare, .zb-last')).toHaveLength(0);
  });

  it('has signs on marbles', () => {
    make(stateOf({ d4: 'G' }, { signs: 'letters' }));
    expect(ring('d4')?.querySelector('.zb-letter')?.textContent).toBe('G');
    board.set(stateOf({ d4: 'G' }, { signs: 'patterns' }));
    expect(ring('d4')?.querySelector('.zb-letter')).toBeNull();
    expect(ring('d4')?.querySelector('.zb-pattern')).not.toBeNull();
  });

  it('has unique ids on each board of a page', () => {
    make();
    const other = new BoardView(host, stateOf(), listener());
    const ids = [...host.querySelectorAll('[id]')].map((node) => node.id);
    expect(new Set(ids).size).toBe(ids.length);
    other.destroy();
  });
});

describe('pointers', () => {
  it('tap a ring, anywhere in its cell', () => {
    const handlers = listener();
    make(stateOf(), handlers);
    const { clientX, clientY } = middle('c2');
    press('c2', { clientX: clientX + 0.5 * board.scene.fit().unit, clientY });
    release('c2');
    expect(handlers.heard).toEqual(['tap c2']);
  });

  it('do not tap when released over another ring, or when the board is not active', () => {
    const handlers = listener();
    make(stateOf({ d4: 'W' }), handlers);
    press('d4');
    release('d5');
    board.set(stateOf({}, { active: false }));
    press('d4');
    release('d4');
    expect(handlers.heard).toEqual([]);
  });

  it('drag a marble', () => {
    const handlers = listener((name) => name === 'd4');
    make(stateOf({ d4: 'W' }), handlers);
    press('d4');
    pointer('pointermove', window, middle('d5'));
    expect(inTheAir()).toBe(1);
    expect(ring('d4')?.classList.contains('zb-lifted')).toBe(true);
    expect(host.querySelector('.zb-aim')?.hasAttribute('display')).toBe(false);
    release('d6');
    expect(handlers.heard).toEqual(['lift d4', 'drop d4 d6']);
    expect(inTheAir()).toBe(0);
    expect(ring('d4')?.classList.contains('zb-lifted')).toBe(false);
    expect(host.querySelector('.zb-aim')?.hasAttribute('display')).toBe(true);
  });

  it('may move a little in a tap, a finger more than a mouse', () => {
    const handlers = listener(() => true);
    make(stateOf({ d4: 'W' }), handlers);
    const { clientX, clientY } = middle('d4');
    for (const pointerType of ['mouse', 'touch']) {
      press('d4', { pointerType });
      pointer('pointermove', window, { clientX: clientX + 8, clientY, pointerType });
      pointer('pointerup', window, { clientX: clientX + 8, clientY, pointerType });
    }
    expect(handlers.heard).toEqual(['lift d4', 'drop d4 null', 'tap d4']);
  });

  it('put a marble back when the drag is cancelled', () => {
    const handlers = listener(() => true);
    make(stateOf({ d4: 'W' }), handlers);
    press('d4');
    pointer('pointermove', window, middle('d5'));
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
    release('d6');
    expect(handlers.heard).toEqual(['lift d4']);
    expect(inTheAir()).toBe(0);
  });

  it('keep dragging when new marks are shown, but not when the marble is gone', () => {
    make(
      stateOf({ d4: 'W' }),
      listener(() => true),
    );
    press('d4');
    pointer('pointermove', window, middle('d5'));
    board.set(stateOf({ d4: 'W' }, { marks: [{ ring: 'd6', kind: 'landing' }] }));
    expect(inTheAir()).toBe(1);
    board.set(stateOf());
    expect(inTheAir()).toBe(0);
  });

  it('drag a marble from outside', () => {
    make();
    const drop = vi.fn();
    board.grab('B', new PointerEvent('pointerdown', { pointerId: 1, clientX: 900, clientY: 10 }), drop);
    expect(inTheAir()).toBe(0);
    pointer('pointermove', window, middle('d4'));
    expect(inTheAir()).toBe(1);
    release('e3');
    expect(drop).toHaveBeenCalledWith('e3');
    expect(inTheAir()).toBe(0);
  });

  it('leave taps outside to the page', () => {
    make();
    const drop = vi.fn();
    board.grab('B', new PointerEvent('pointerdown', { pointerId: 1, clientX: 900, clientY: 10 }), drop);
    pointer('pointerup', window, { clientX: 901, clientY: 10 });
    release('e3');
    expect(drop).not.toHaveBeenCalled();
  });

  it('scroll the page, but not from a marble that can be dragged', () => {
    make(
      stateOf({ d4: 'W', d5: 'W' }),
      listener((name) => name === 'd4'),
    );
    const held = (name: string) => {
      const event = new Event('touchstart', { bubbles: true, cancelable: true });
      ring(name)!.dispatchEvent(Object.assign(event, { touches: [middle(name)] }));
      return event.defaultPrevented;
    };
    expect([held('d4'), held('d5'), held('a1')]).toEqual([true, false, false]);
  });

  it('treat the click of a screen reader as a tap, but not the one that follows a tap', () => {
    const handlers = listener();
    make(stateOf(), handlers);
    press('d4');
    release('d4');
    ring('d4')!.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    expect(handlers.heard).toEqual(['tap d4']);
    vi.spyOn(Event.prototype, 'timeStamp', 'get').mockReturnValue(1e9);
    ring('d5')!.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    expect(handlers.heard).toEqual(['tap d4', 'tap d5']);
  });

  it('draw with the right button and erase with the left', () => {
    const handlers = listener();
    make(stateOf(), handlers);
    press('a1', { button: 2, shiftKey: true });
    pointer('pointermove', window, middle('c3'));
    expect(host.querySelectorAll('.zb-drawing .head')).toHaveLength(1);
    expect(host.querySelector<SVGElement>('.zb-drawing')!.style.getPropertyValue('--brush')).toBe(
      'var(--brush-yellow)',
    );
    release('c3');
    expect(handlers.drawn).toEqual([{ from: 'a1', to: 'c3', brush: 'yellow' }]);
    board.set(stateOf({}, { drawings: handlers.drawn }));
    press('b2', { button: 2 });
    release('b2');
    expect(handlers.drawn).toEqual([
      { from: 'a1', to: 'c3', brush: 'yellow' },
      { from: 'b2', brush: 'blue' },
    ]);
    board.set(stateOf({}, { drawings: handlers.drawn }));
    press('d4');
    expect(handlers.drawn).toEqual([]);
    release('d4');
    expect(handlers.heard).toEqual(['tap d4']);
  });

  it('draw with the left button or a finger where the page says so, and tap rings without erasing', () => {
    const handlers = listener(() => true);
    const drawings = [{ from: 'd5', brush: 'blue' } as const];
    make(stateOf({ a1: 'W' }, { drawings, pen: { colour: 'orange', only: true } }), handlers);
    press('a1', { pointerType: 'touch' });
    expect(host.querySelectorAll('.zb-drawing')).toHaveLength(1);
    release('c3', { pointerType: 'touch' });
    expect(handlers.drawn).toEqual([...drawings, { from: 'a1', to: 'c3', brush: 'orange' }]);
    press('d4');
    release('d4');
    expect(handlers.heard).toEqual(['tap d4']);
    expect(handlers.drawn).toHaveLength(2);
    board.set(stateOf({}, { drawings, pen: { colour: 'orange', only: false } }));
    press('d4');
    release('d4');
    expect([handlers.heard.length, handlers.drawn.length]).toEqual([2, 2]);
  });
});

describe('keys', () => {
  const type = (key: string) =>
    document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));

  it('reach one tab stop, move from ring to ring and tap', () => {
    const handlers = listener();
    make(stateOf(), handlers);
    expect(host.querySelectorAll('[tabindex="0"]')).toHaveLength(1);
    board.scene.walkTo('d4', true);
    type('ArrowUp');
    expect(document.activeElement).toBe(ring('d5'));
    expect([...host.querySelectorAll('[tabindex="0"]')]).toEqual([ring('d5')]);
    type('Enter');
    type('PageUp');
    type(' ');
    expect(handlers.heard).toEqual(['tap d5', 'tap e5']);
  });

  it('stay on the board when the focused ring is removed', () => {
    make(stateOf());
    board.scene.walkTo('a1', true);
    board.set(without(stateOf(), 'a1'));
    expect(['a2', 'b1', 'b2']).toContain(document.activeElement?.getAttribute('data-ring'));
  });
});

describe('animation', () => {
  it('plays, then shows the next state', async () => {
    const list = animations();
    const sound = vi.fn();
    make(before, listener(), { sound });
    const done = board.play([JUMP], after);
    expect(inTheAir()).toBe(2);
    expect(marbles()).toEqual([]);
    list.forEach((animation) => animation.end());
    await done;
    expect(marbles()).toEqual(['Gd3']);
    expect(inTheAir()).toBe(0);
  });

  it('plays beats one after the other', async () => {
    const list = animations();
    make(stateOf());
    const beats: Beat[] = [
      { kind: 'place', motions: [{ marble: 'B', from: { pool: true }, to: { ring: 'd4' } }] },
      { kind: 'remove', motions: [{ gone: 'a1', wayOut: 3 }] },
    ];
    const done = board.play(beats, without(stateOf({ d4: 'B' }), 'a1'));
    expect([list.length, ring('a1') === null, marbles()]).toEqual([1, false, []]);
    list[0]!.end();
    await still();
    expect([list.length, ring('a1') === null, marbles()]).toEqual([2, true, ['Bd4']]);
    expect(inTheAir()).toBe(1);
    list[1]!.end();
    await done;
    expect([inTheAir(), ring('a1')]).toEqual([0, null]);
  });

  it('removes a claimed group after the ring that isolated it', async () => {
    const list = animations();
    make(stateOf({ a1: 'W' }));
    const beat: Beat = {
      kind: 'remove',
      motions: [{ gone: 'b1', wayOut: 3 }, { gone: 'a1' }, { marble: 'W', from: { ring: 'a1' }, to: { tray: 2 } }],
    };
    const done = board.play([beat], without(stateOf(), 'a1', 'b1'));
    expect([list.length, marbles()]).toEqual([1, ['Wa1']]);
    list[0]!.end();
    await still();
    expect([list.length, marbles(), ring('a1')]).toEqual([3, [], null]);
    list.forEach((animation) => animation.end());
    await done;
    expect(inTheAir()).toBe(0);
  });

  it('ends at once when another state is set, and leaves nothing behind', async () => {
    const list = animations();
    make(before);
    const done = board.play([JUMP], after);
    board.set(stateOf({ a1: 'B' }));
    await done;
    expect(list.every(({ cancelled }) => cancelled)).toBe(true);
    expect([inTheAir(), marbles()]).toEqual([0, ['Ba1']]);
    list.forEach((animation) => animation.end());
    await still();
    expect(marbles()).toEqual(['Ba1']);
  });

  it('starts from the end of the animation that it interrupts', async () => {
    animations();
    make(before);
    const first = board.play([JUMP], after);
    const next: Beat = { kind: 'place', motions: [{ marble: 'B', from: { pool: true }, to: { ring: 'a1' } }] };
    void board.play([next], stateOf({ d3: 'G', a1: 'B' }));
    await first;
    expect(marbles()).toEqual(['Gd3']);
    expect(inTheAir()).toBe(1);
  });

  it('starts where a dragged marble was dropped', () => {
    const frames: Keyframe[][] = [];
    animations();
    const stub = Element.prototype.animate;
    Element.prototype.animate = function (list, options) {
      frames.push(list as Keyframe[]);
      return stub.call(this, list, options);
    };
    const handlers = listener(() => true);
    handlers.drop = () => void board.play([JUMP], after);
    make(before, handlers);
    press('d5');
    release('d3');
    // The jumping marble is already there; the captured one is not.
    expect(frames[0]![0]!['transform']).toContain(String(frames[0]!.at(-1)!['transform']).split(' scale')[0]);
    expect(inTheAir()).toBe(2);
  });

  it('continues when its final state is set', () => {
    animations();
    make(before);
    void board.play([JUMP], after);
    board.set(after);
    expect(inTheAir()).toBe(2);
  });

  it('ends when the person touches the board, and the touch counts', async () => {
    animations();
    const handlers = listener();
    make(before, handlers);
    const done = board.play([JUMP], after);
    press('d3');
    release('d3');
    await done;
    expect([handlers.heard, inTheAir(), marbles()]).toEqual([['tap d3'], 0, ['Gd3']]);
  });

  it('can be turned off', async () => {
    const list = animations();
    const sound = vi.fn();
    make(before, listener(), { speed: 'off', sound });
    await board.play([JUMP], after);
    expect([list.length, marbles()]).toEqual([0, ['Gd3']]);
    expect(sound).toHaveBeenCalledWith('jump');
  });

  it('is skipped on slow devices, but tried again later', async () => {
    const list = animations();
    const pace = new Pace();
    for (let i = 0; i < 4; i++) pace.moved([90, 90, 90]);
    const sound = vi.fn();
    make(before, listener(), { pace, sound });
    for (let turn = 0; turn < 6; turn++) await board.play([JUMP], after);
    expect([list.length, marbles(), sound.mock.calls.length]).toEqual([0, ['Gd3'], 6]);
    void board.play([JUMP], after);
    expect(list).toHaveLength(2);
  });

  it('reports its frame times to the pace', async () => {
    const list = animations();
    let now = 0;
    vi.spyOn(globalThis, 'requestAnimationFrame').mockImplementation(
      (picture) => setTimeout(() => picture((now += 40)), 1) as unknown as number,
    );
    const pace = new Pace();
    make(before, listener(), { pace });
    for (let turn = 0; turn < 2; turn++) {
      const done = board.play([JUMP], after);
      const later = now + 400;
      await vi.waitFor(() => expect(now).toBeGreaterThan(later));
      list.forEach((animation) => animation.end());
      await done;
    }
    expect(pace.step).toBe('plain');
  });

  it('plays the sound of a pass', async () => {
    const sound = vi.fn();
    make(before, listener(), { sound });
    await board.play([{ kind: 'pass', motions: [] }], before);
    expect(sound.mock.calls).toEqual([['pass']]);
  });

  it('is off for people who prefer reduced motion', async () => {
    const list = animations();
    vi.spyOn(globalThis, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList);
    make(before);
    await board.play([JUMP], after);
    expect(list).toHaveLength(0);
  });

  it('asks the page where the trays are', () => {
    animations();
    const spot = vi.fn(() => null);
    make(before, listener(), { spot });
    void board.play([JUMP], after);
    expect(spot.mock.calls).toEqual([['tray-1-W']]);
  });

  it('ends where the browser cannot animate', async () => {
    make(before, listener(), { speed: 'fast' });
    await board.play([JUMP], after);
    expect([inTheAir(), marbles()]).toEqual([0, ['Gd3']]);
  });
});
