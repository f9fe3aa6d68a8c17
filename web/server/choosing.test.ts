import { describe, expect, it } from 'vitest';
import { chooserOf } from './choosing.ts';

/** How many of `asked` traces are chosen, one each `apart` milliseconds. */
function chosen(asked: number, apart: number): number {
  let time = 0;
  const choose = chooserOf(undefined, () => time);
  let count = 0;
  for (let number = 0; number < asked; number += 1) {
    time += apart;
    if (choose()) count += 1;
  }
  return count;
}

describe('traces that are sent', () => {
  it('are all of a quiet site', () => {
    expect(chosen(1000, 200)).toBe(1000);
  });

  it('are five a second of a busy one, after the first', () => {
    expect(chosen(100_000, 1)).toBeGreaterThanOrEqual(500 + 24);
    expect(chosen(100_000, 1)).toBeLessThanOrEqual(500 + 25);
  });

  it('are no more at once after a long while', () => {
    let time = 0;
    const choose = chooserOf(undefined, () => time);
    time = 3_600_000;
    expect(Array.from({ length: 100 }, choose).filter(Boolean)).toHaveLength(25);
  });

  it('are the share that is asked for', () => {
    const none = chooserOf(0);
    const all = chooserOf(1);
    expect(Array.from({ length: 100 }, none).some(Boolean)).toBe(false);
    expect(Array.from({ length: 100 }, all).every(Boolean)).toBe(true);
    const half = chooserOf(0.5);
    const count = Array.from({ length: 10_000 }, half).filter(Boolean).length;
    expect(count).toBeGreaterThan(4500);
    expect(count).toBeLessThan(5500);
  });
});
