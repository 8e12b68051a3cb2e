import { describe, expect, it } from 'vitest';
import { Plan } from './geometry';
import { step, Walker } from './keys';
import { BASIC } from './sample';

const key = (name: string, shiftKey = false) => ({
  key: name,
  shiftKey,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
});

/** Presses keys one after the other, `!` for shift; returns the last ring. */
function walk(from: string, keys: string, { turned = 0, mirrored = false, gone = '' } = {}): string {
  const plan = new Plan(BASIC, turned, mirrored, false);
  const rings = [...plan.places.keys()].filter((ring) => !gone.split(' ').includes(ring));
  const walker = new Walker();
  const names: Record<string, string> = { '<': 'ArrowLeft', '>': 'ArrowRight', '^': 'ArrowUp', v: 'ArrowDown' };
  return keys.split(' ').reduce((ring, name) => {
    const plain = name.replace('!', '');
    return walker.walk(key(names[plain] ?? plain, name !== plain), plan, rings, ring)!;
  }, from);
}

describe('walking by key', () => {
  it('goes in six directions', () => {
    const ends = ['^', 'PageUp', 'PageDown', 'v', 'End', 'Home'].map((name) => walk('d4', name));
    expect(ends).toEqual(['d5', 'e4', 'e3', 'd3', 'c3', 'c4']);
  });

  it('uses the directions on the screen on a turned board', () => {
    for (let turned = 0; turned < 6; turned++) {
      const round = ['d5', 'e4', 'e3', 'd3', 'c3', 'c4'];
      const ends = ['^', 'PageUp', 'PageDown', 'v', 'End', 'Home'].map((name) => walk('d4', name, { turned }));
      expect(ends).toEqual(round.map((_, way) => round[(way - turned + 6) % 6]));
    }
  });

  it('uses the directions on the screen on a mirrored board', () => {
    const ends = ['^', 'PageUp', 'PageDown', 'v', 'End', 'Home'].map((name) => walk('d4', name, { mirrored: true }));
    expect(ends).toEqual(['d5', 'c4', 'c3', 'd3', 'e3', 'e4']);
    expect(walk('d4', '^', { mirrored: true, turned: 1 })).toBe('e4');
  });

  it.each([
    ['walks a column up', 'd4', '^ ^', 'd6'],
    ['walks a column down', 'd4', 'v v v', 'd1'],
    ['stays at the edge', 'd7', '^', 'd7'],
    ['goes straight to the left', 'd4', '< <', 'b3'],
    ['goes straight to the right', 'd4', '> > >', 'g3'],
    ['comes back the same way', 'd4', '< < < > > >', 'd4'],
    ['takes the other neighbour on the left with shift', 'd4', '!<', 'c3'],
    ['takes the other neighbour on the right with shift', 'd4', '!>', 'e3'],
    ['keeps to the new row after a step with shift', 'd4', '> !> >', 'g4'],
    ['takes the lower neighbour where there is no upper one', 'd7', '<', 'c6'],
    ['takes the lower neighbour where the upper one is gone', 'd4', '<', 'c3', 'c4'],
    ['skips gaps in a column', 'd4', '^', 'd7', 'd5 d6'],
    ['skips gaps on a diagonal', 'd4', 'PageUp', 'f4', 'e4'],
  ])('%s', (_, from, keys, to, gone = '') => {
    expect(walk(from, keys, { gone })).toBe(to);
  });

  it('finds the nearest ring in about that direction if the line is empty', () => {
    expect(walk('d4', '^', { gone: 'd5 d6 d7' })).toMatch(/^[ce]5$/);
    expect(walk('g4', '>')).toBe('g4');
    // A neighbour in another of the six directions does not count.
    expect(walk('a4', '^')).toBe('a4');
  });

  it('ignores other keys', () => {
    const plan = new Plan(BASIC, 0, false, false);
    expect(new Walker().walk(key('x'), plan, plan.places.keys(), 'd4')).toBeNull();
    expect(new Walker().walk({ ...key('ArrowUp'), ctrlKey: true }, plan, plan.places.keys(), 'd4')).toBeNull();
  });
});

describe('with few rings left', () => {
  it('every ring can be reached from every other', () => {
    const plan = new Plan(BASIC, 0, false, false);
    const all = [...plan.places.keys()];
    let seed = 7;
    const chance = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
    for (let round = 0; round < 300; round++) {
      const share = chance();
      const rings = all.filter(() => chance() < share);
      if (rings.length < 2) continue;
      const reached = new Set([rings[0]!]);
      for (const from of reached) {
        for (let way = 0; way < 6; way++) reached.add(step(plan, rings, from, way) ?? from);
      }
      expect(reached.size, rings.join(' ')).toBe(rings.length);
    }
  });
});
