import { describe, expect, test } from 'vitest';
import { usualRules, viewOf, type Choices, type StepData } from '../core/rules';
import { EMPTY, drop, marks, settle, touchColour, touchRing } from './hand';

const choices = (acts: string[], steps: StepData[] = [], changes = {}): Choices =>
  viewOf({ rules: { ...usualRules(), ...changes }, acts }, steps).choices;
const place = (colour: 'W' | 'G' | 'B', ring: string): StepData => ({ kind: 'place', colour, ring });
const remove = (ring: string): StepData => ({ kind: 'remove', ring });
const jump = (from: string, to: string): StepData => ({ kind: 'jump', from, to });

describe('placing', () => {
  test('colour first, then ring', () => {
    const all = choices([]);
    expect(touchColour(all, EMPTY, 'G')).toEqual({ hand: { ...EMPTY, colour: 'G' } });
    expect(touchRing(all, { ...EMPTY, colour: 'G' }, 'd4')).toEqual({ step: place('G', 'd4') });
  });

  test('ring first, then colour', () => {
    const all = choices([]);
    expect(touchRing(all, EMPTY, 'd4')).toEqual({ hand: { ...EMPTY, target: 'd4' } });
    expect(touchColour(all, { ...EMPTY, target: 'd4' }, 'B')).toEqual({ step: place('B', 'd4') });
  });

  test('a second tap puts the marble back', () => {
    const all = choices([]);
    expect(touchColour(all, { ...EMPTY, colour: 'G' }, 'G')).toEqual({ hand: EMPTY });
    expect(touchRing(all, { ...EMPTY, target: 'd4' }, 'd4')).toEqual({ hand: EMPTY });
  });

  test('the only colour is picked automatically', () => {
    const all = choices([], [], { pool: [0, 3, 0] });
    expect(settle(all, EMPTY).colour).toBe('G');
  });

  test('a ring that cannot be removed is a wrong removal', () => {
    const all = choices([], [place('W', 'd4')]);
    expect(touchRing(all, EMPTY, 'a1')).toEqual({ step: remove('a1') });
    expect(touchRing(all, EMPTY, 'd5')).toEqual({ wrong: remove('d5') });
  });
});

describe('capturing', () => {
  const acts = ['Wd4,d1', 'Gd5,a1'];

  test('the jumping marble first, then the landing ring', () => {
    const all = choices(acts);
    expect(touchRing(all, EMPTY, 'd5')).toEqual({ hand: { ...EMPTY, from: 'd5' } });
    expect(touchRing(all, { ...EMPTY, from: 'd5' }, 'd3')).toEqual({ step: jump('d5', 'd3') });
  });

  test('the landing ring alone, if only one jump leads there', () => {
    expect(touchRing(choices(acts), EMPTY, 'd6')).toEqual({ step: jump('d4', 'd6') });
  });

  test('placing is wrong', () => {
    expect(touchRing(choices(acts), EMPTY, 'a4')).toEqual({ wrong: place('W', 'a4') });
  });

  test('a marble dropped on a landing ring jumps', () => {
    expect(drop(choices(acts), { from: 'd5' }, 'd3')).toEqual({ step: jump('d5', 'd3') });
    expect(drop(choices(acts), { from: 'd5' }, 'a4')).toEqual({ wrong: jump('d5', 'a4') });
    expect(drop(choices([]), { colour: 'W' }, 'a4')).toEqual({ step: place('W', 'a4') });
  });

  test('jumping marbles are marked, and the landing rings of the picked one', () => {
    const kinds = (hand = EMPTY) => marks(choices(acts), hand).map((mark) => `${mark.kind} ${mark.ring}`);
    expect(kinds()).toEqual(['jumper d4', 'jumper d5']);
    expect(kinds({ ...EMPTY, from: 'd5' })).toContain('landing d3');
    expect(kinds({ ...EMPTY, from: 'd5' })).toContain('victim d4');
  });
});

describe('where captures must be demanded', () => {
  const all = choices(['Wd4,d1', 'Gd5,a1'], [], { captures: 'on-demand' });

  test('nothing points at them', () => {
    expect(all.jumps.length).toBeGreaterThan(0);
    const hand = settle(all, EMPTY);
    expect(hand.from).toBeNull();
    expect(new Set(marks(all, hand).map((mark) => mark.kind))).toEqual(new Set(['place']));
  });

  test('a player who picks up the right marble can jump', () => {
    const { from, to } = all.jumps[0]!;
    const taken = touchRing(all, EMPTY, from);
    expect(taken).toEqual({ hand: { ...EMPTY, from } });
    expect(touchRing(all, { ...EMPTY, from }, to)).toEqual({ step: jump(from, to) });
  });

  test('a marble is placed where another one could land', () => {
    const { to } = all.jumps[0]!;
    expect(touchRing(all, EMPTY, to)).toEqual({ hand: { ...EMPTY, target: to } });
    expect(touchRing(all, { ...EMPTY, colour: 'W' }, to)).toEqual({ step: place('W', to) });
  });
});
