import { describe, expect, it } from 'vitest';
import { brushOf, paint, stroke } from './drawings';
import type { Drawing } from './types';

const keys = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false };

describe('drawings', () => {
  it('have a brush for each combination of keys', () => {
    expect(brushOf(keys)).toBe('green');
    expect(brushOf({ ...keys, shiftKey: true })).toBe('red');
    expect(brushOf({ ...keys, altKey: true })).toBe('blue');
    expect(brushOf({ ...keys, ctrlKey: true, altKey: true })).toBe('yellow');
  });

  it('are added, replaced and removed', () => {
    const green: Drawing = { from: 'a1', to: 'b2', brush: 'green' };
    const red: Drawing = { ...green, brush: 'red' };
    const circle: Drawing = { from: 'a1', brush: 'green' };
    expect(stroke([], green)).toEqual([green]);
    expect(stroke([green], circle)).toEqual([green, circle]);
    expect(stroke([green, circle], red)).toEqual([circle, red]);
    expect(stroke([green, circle], green)).toEqual([circle]);
  });

  it('are circles on one ring and arrows between two', () => {
    const at = (ring: string) => ({ x: ring === 'a1' ? 0 : 3, y: 0 });
    expect(paint({ from: 'a1', brush: 'red' }, at, 'zb').querySelector('circle')).not.toBeNull();
    const arrow = paint({ from: 'a1', to: 'b2', brush: 'red' }, at, 'zb');
    expect(arrow.querySelector('circle')).toBeNull();
    expect(arrow.querySelector('.head')?.getAttribute('d')).toContain('M2.900');
  });
});
