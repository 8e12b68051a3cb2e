import { describe, expect, it } from 'vitest';
import { Fit, Plan, RING } from './geometry';
import { BASIC, shapeOf } from './sample';

const all = (plan: Plan) => [...plan.places.keys()];

describe('a plan', () => {
  const plain = new Plan(BASIC, 0, false, false);

  it('keeps every ring in view, however the board is turned', () => {
    for (const shape of [
      BASIC,
      shapeOf([4, 5, 6, 7, 6, 5, 4, 3], 3),
      shapeOf([5, 6, 7, 8, 7, 6, 5, 4], 3),
      shapeOf([5, 6, 7, 8, 9, 8, 7, 6, 5]),
    ]) {
      for (let turned = 0; turned < 6; turned++) {
        const { places, box } = new Plan(shape, turned, turned % 2 === 1, true);
        for (const { x, y } of places.values()) {
          expect(x - RING).toBeGreaterThanOrEqual(box.x);
          expect(y - RING).toBeGreaterThanOrEqual(box.y);
          expect(x + RING).toBeLessThanOrEqual(box.x + box.width);
          expect(y + RING).toBeLessThanOrEqual(box.y + box.height);
        }
      }
    }
  });

  it('turns clockwise', () => {
    // d7 is at the top; a sixth of a turn brings it to the upper right, where g4 was.
    expect(new Plan(BASIC, 1, false, false).at('d7')).toEqual(plain.at('g4'));
    expect(new Plan(BASIC, 3, false, false).at('d7')).toEqual(plain.at('d1'));
    expect(new Plan(BASIC, -1, false, false).at('d7')).toEqual(plain.at('a4'));
  });

  it('mirrors left and right, and then turns', () => {
    expect(new Plan(BASIC, 0, true, false).at('a1')).toEqual(plain.at('g1'));
    expect(new Plan(BASIC, 1, true, false).at('d7')).toEqual(plain.at('g4'));
  });

  it('names the lowest and the highest ring of each column', () => {
    const plan = new Plan(BASIC, 0, false, true);
    const names = plan.names(plan.places);
    expect(names.map(({ ring }) => ring).sort()).toEqual('a1 a4 b1 b5 c1 c6 d1 d7 e1 e6 f1 f5 g1 g4'.split(' '));
    const small = new Plan(shapeOf([1, 2]), 0, false, true);
    expect(small.names(small.places).map(({ ring }) => ring)).toEqual(['a1', 'b1', 'b2']);
    expect(names.find(({ ring }) => ring === 'd1')!.y).toBeGreaterThan(plain.at('d1').y + RING);
  });

  it('names the remaining rings, and nothing where a column is gone', () => {
    const plan = new Plan(BASIC, 0, false, true);
    const left = new Set(
      [...plan.places.keys()].filter((ring) => !ring.startsWith('a') && ring !== 'd1' && ring !== 'g4'),
    );
    const names = plan.names(left);
    expect(names.map(({ ring }) => ring).sort()).toEqual('b1 b5 c1 c6 d2 d7 e1 e6 f1 f5 g1 g3'.split(' '));
    expect(names.find(({ ring }) => ring === 'd2')!.y).toBeGreaterThan(plan.at('d2').y + RING);
  });

  it('assigns a point to the nearest ring within its cell', () => {
    const { x, y } = plain.at('d4');
    expect(plain.nearest({ x: x + 0.45, y: y + 0.2 }, all(plain))).toBe('d4');
    expect(plain.nearest({ x: x + 0.55, y: y + 0.3 }, all(plain))).toBe('e3');
    const corner = plain.at('a1');
    expect(plain.nearest({ x: corner.x - 0.59, y: corner.y }, all(plain))).toBe('a1');
    expect(plain.nearest({ x: corner.x - 0.62, y: corner.y }, all(plain))).toBeNull();
  });

  it('turns and mirrors a way out with the board', () => {
    const shown = (plan: Plan, way: number) => {
      const { x, y } = plan.direction(way);
      return [x.toFixed(3), y.toFixed(3)];
    };
    // Way 0 leads between the sides above and to the upper right.
    expect(shown(plain, 0)).toEqual(['0.500', '-0.866']);
    expect(shown(plain, 1)).toEqual(['1.000', '0.000']);
    expect(shown(new Plan(BASIC, 1, false, false), 0)).toEqual(shown(plain, 1));
    expect(shown(new Plan(BASIC, 0, true, false), 0)).toEqual(shown(plain, 5));
  });
});

describe('a fit', () => {
  const box = { x: -3, y: -2, width: 6, height: 4 };

  it('centres the box and keeps its proportions', () => {
    const fit = new Fit(box, { left: 10, top: 20, width: 600, height: 600 });
    expect(fit.unit).toBe(100);
    expect(fit.toWindow({ x: 0, y: 0 })).toEqual({ x: 310, y: 320 });
  });

  it('converts points in both directions', () => {
    const fit = new Fit(box, { left: 3, top: 5, width: 321, height: 123 });
    const { x, y } = fit.toWindow({ x: 1.25, y: -0.5 });
    expect(fit.toBoard(x, y).x).toBeCloseTo(1.25);
    expect(fit.toBoard(x, y).y).toBeCloseTo(-0.5);
  });

  it('has 44 pixels for each ring on a phone', () => {
    for (const coordinates of [true, false]) {
      const plan = new Plan(BASIC, 0, false, coordinates);
      expect(new Fit(plan.box, { left: 0, top: 0, width: 366, height: 500 }).unit).toBeGreaterThanOrEqual(44);
    }
  });
});
