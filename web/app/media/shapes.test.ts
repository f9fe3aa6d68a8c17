import { expect, it } from 'vitest';
import { areaOf, pointAt, positionIn } from './shapes.ts';

const WIDE = { width: 2000, height: 1000 };

it('cuts around the focal point, and stays on the image', () => {
  expect(areaOf(WIDE, '1:1')).toEqual({ left: 0.25, top: 0, width: 0.5, height: 1 });
  expect(areaOf(WIDE, '1:1', { x: 0.9, y: 0.1 })).toEqual({ left: 0.5, top: 0, width: 0.5, height: 1 });
  expect(areaOf({ width: 1000, height: 2000 }, '2:1', { x: 0.5, y: 0.3 })).toEqual({
    left: 0,
    top: 0.3 - 0.125,
    width: 1,
    height: 0.25,
  });
});

it('shows the same in a box of the browser', () => {
  expect(positionIn(WIDE, '1:1', { x: 0.9, y: 0.5 })).toBe('100% 50%');
  expect(positionIn(WIDE, '1:1', { x: 0.5, y: 0 })).toBe('50% 50%');
  expect(positionIn(WIDE, '1:1', { x: 0.4, y: 0 })).toBe('30% 50%');
  expect(positionIn(WIDE, '2:1', { x: 0, y: 0 })).toBe('50% 50%');
});

it('keeps a point on the image', () => {
  expect(pointAt(-0.2, 1.4)).toEqual({ x: 0, y: 1 });
  expect(pointAt(0.33333, 0.5)).toEqual({ x: 0.333, y: 0.5 });
});
