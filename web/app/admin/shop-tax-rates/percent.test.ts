import { describe, expect, it } from 'vitest';
import { millionthsFrom, percentFrom } from './percent.ts';

describe('a percentage', () => {
  it.each([
    ['20', 200_000],
    ['20 %', 200_000],
    ['5,5', 55_000],
    ['8.875', 88_750],
    ['0.0001', 1],
    ['0', 0],
    ['0.29', 2900],
  ])('%s is %i millionths', (typed, millionths) => {
    expect(millionthsFrom(typed)).toBe(millionths);
  });

  it.each(['', 'a', '-1', '1.23456', '1e3', '1٠', '.5', '10000000'])('%s is none', (typed) => {
    expect(millionthsFrom(typed)).toBeUndefined();
  });

  it('is written as it was typed', () => {
    for (const typed of ['20', '5.5', '8.875', '0.0001']) {
      expect(percentFrom(millionthsFrom(typed) ?? -1)).toBe(typed);
    }
  });
});
