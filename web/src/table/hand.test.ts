import { beforeAll, describe, expect, test } from 'vitest';
import { viewOf, rules, type Choices } from '../core/rules';
import { loadRulesForTests } from '../testing';
import { EMPTY, drop, marks, settle, touchColour, touchRing } from './hand';

beforeAll(loadRulesForTests);

const choices = (acts: string[], steps: string[] = [], changes = {}): Choices =>
  viewOf({ rules: { ...rules('standard', '37'), ...changes }, acts }, steps).choices;

describe('placing', () => {
  test('colour first, then ring', () => {
    const all = choices([]);
    expect(touchColour(all, EMPTY, 'G')).toEqual({ hand: { ...EMPTY, colour: 'G' } });
    expect(touchRing(all, { ...EMPTY, colour: 'G' }, 'd4')).toEqual({ step: 'Gd4' });
  });

  test('ring first, then colour', () => {
    const all = choices([]);
    expect(touchRing(all, EMPTY, 'd4')).toEqual({ hand: { ...EMPTY, target: 'd4' } });
    expect(touchColour(all, { ...EMPTY, target: 'd4' }, 'B')).toEqual({ step: 'Bd4' });
  });

  test('a second touch lets go', () => {
    const all = choices([]);
    expect(touchColour(all, { ...EMPTY, colour: 'G' }, 'G')).toEqual({ hand: EMPTY });
    expect(touchRing(all, { ...EMPTY, target: 'd4' }, 'd4')).toEqual({ hand: EMPTY });
  });

  test('the only colour is picked by itself', () => {
    const all = choices([], [], { pool: [0, 3, 0] });
    expect(settle(all, EMPTY).colour).toBe('G');
  });

  test('a ring that cannot be removed is wrong, as a removal', () => {
    const all = choices([], ['Wd4']);
    expect(touchRing(all, EMPTY, 'a1')).toEqual({ step: '-a1' });
    expect(touchRing(all, EMPTY, 'd5')).toEqual({ wrong: '-d5' });
  });
});

describe('capturing', () => {
  const acts = ['Wd4,d1', 'Gd5,a1'];

  test('the jumper first, then where it lands', () => {
    const all = choices(acts);
    expect(touchRing(all, EMPTY, 'd5')).toEqual({ hand: { ...EMPTY, from: 'd5' } });
    expect(touchRing(all, { ...EMPTY, from: 'd5' }, 'd3')).toEqual({ step: 'd5>d3' });
  });

  test('the landing alone, when only one jump leads there', () => {
    expect(touchRing(choices(acts), EMPTY, 'd6')).toEqual({ step: 'd4>d6' });
  });

  test('placing is wrong', () => {
    expect(touchRing(choices(acts), EMPTY, 'a4')).toEqual({ wrong: 'Wa4' });
  });

  test('a marble let go over its landing jumps', () => {
    expect(drop(choices(acts), { from: 'd5' }, 'd3')).toBe('d5>d3');
    expect(drop(choices(acts), { from: 'd5' }, 'a4')).toBeUndefined();
    expect(drop(choices([]), { colour: 'W' }, 'a4')).toBe('Wa4');
  });

  test('marks show jumpers, and landings of the one picked', () => {
    const kinds = (hand = EMPTY) => marks(choices(acts), hand).map((mark) => `${mark.kind} ${mark.ring}`);
    expect(kinds()).toEqual(['jumper d4', 'jumper d5']);
    expect(kinds({ ...EMPTY, from: 'd5' })).toContain('landing d3');
    expect(kinds({ ...EMPTY, from: 'd5' })).toContain('victim d4');
  });
});

test('where captures must be demanded, both are offered', () => {
  const all = choices(['Wd4,d1', 'Gd5,a1'], [], { captures: 'on-demand' });
  const kinds = new Set(marks(all, EMPTY).map((mark) => mark.kind));
  expect(kinds).toEqual(new Set(['jumper', 'place']));
});
