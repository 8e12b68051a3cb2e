import { describe, expect, it } from 'vitest';
import { brushOf, paint, stroke } from './drawings';
import type { Drawing } from './types';

const keys = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false };

describe('drawings', () => {
  it('have a brush for each combination of keys', () => {
    expect(brushOf(keys)).toBe('blue');
    expect(brushOf(keys, 'orange')).toBe('orange');
    expect(brushOf({ ...keys, shiftKey: true })).toBe('yellow');
    expect(brushOf({ ...keys, altKey: true })).toBe('orange');
  });

  it('are added, replaced and removed', () => {
    const blue: Drawing = { from: 'a1', to: 'b2', brush: 'blue' };
    const orange: Drawing = { ...blue, brush: 'orange' };
    const circle: Drawing = { from: 'a1', brush: 'blue' };
    expect(stroke([], blue)).toEqual([blue]);
    expect(stroke([blue], circle)).toEqual([blue, circle]);
    expect(stroke([blue, circle], orange)).toEqual([circle, orange]);
    expect(stroke([blue, circle], blue)).toEqual([circle]);
  });

  it('are circles on one ring and arrows between two', () => {
    const at = (ring: string) => ({ x: ring === 'a1' ? 0 : 3, y: 0 });
    expect(paint({ from: 'a1', brush: 'orange' }, at, 'zb').querySelector('circle')).not.toBeNull();
    const arrow = paint({ from: 'a1', to: 'b2', brush: 'orange' }, at, 'zb');
    expect(arrow.querySelector('circle')).toBeNull();
    expect(arrow.querySelector('.head')?.getAttribute('d')).toContain('M2.900');
  });
});
