import { expect, it } from 'vitest';
import { across, areaOf, lineOf, nearest, niceCeiling, up } from './geometry.ts';

it.each([
  [0, 4],
  [4, 4],
  [5, 5],
  [6, 10],
  [11, 20],
  [100, 100],
  [101, 200],
  [345, 400],
  [4_001, 5_000],
  [7_200_000, 10_000_000],
])('%i fits below %i', (most, ceiling) => {
  expect(niceCeiling(most)).toBe(ceiling);
});

it('ends at 4 of the unit, not of what it is counted in', () => {
  expect(niceCeiling(0, 100)).toBe(400);
  expect(niceCeiling(401, 100)).toBe(500);
});

it('draws from the left to the right, and one day in the middle', () => {
  expect(lineOf([0, 5, 10], 10)).toBe('M0 100L50 50L100 0');
  expect(areaOf([0, 10], 10)).toBe('M0 100L100 0L100 100L0 100Z');
  expect(lineOf([5], 10)).toBe('M50 50');
  expect(across(0, 1)).toBe(50);
});

it('finds the day below a pointer, also outside', () => {
  expect([nearest(-1, 31), nearest(0.49, 3), nearest(0.8, 3), nearest(2, 31), nearest(0.5, 1)]).toEqual([
    0, 1, 2, 30, 0,
  ]);
});

it('has room below nothing', () => {
  expect(up(0, 100, -100)).toBe(50);
  expect(lineOf([100, -100], 100, -100)).toBe('M0 0L100 100');
  expect(areaOf([100, -100], 100, -100)).toBe('M0 0L100 100L100 50L0 50Z');
});
