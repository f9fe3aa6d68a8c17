import { describe, expect, it } from 'vitest';
import { destinationOf, kept, keysBetween, movedTo, NOTHING, only, ranged, toggled } from './selection.ts';

const GRID = { count: 11, columns: 4, rows: 2 };

describe('the keys of a grid', () => {
  it.each([
    ['ArrowRight', 3, 4],
    ['ArrowRight', 10, 10],
    ['ArrowLeft', 4, 3],
    ['ArrowLeft', 0, 0],
    ['ArrowDown', 1, 5],
    // Into a last row that is shorter, and not beyond it.
    ['ArrowDown', 7, 10],
    ['ArrowDown', 9, 9],
    ['ArrowUp', 5, 1],
    ['ArrowUp', 2, 2],
    ['Home', 6, 4],
    ['End', 5, 7],
    ['End', 9, 10],
    ['PageDown', 1, 9],
    ['PageDown', 9, 10],
    ['PageUp', 9, 1],
    ['PageUp', 6, 2],
  ])('%s from %i leads to %i', (key, from, to) => {
    expect(destinationOf(key, from, GRID)).toBe(to);
  });

  it('go to the ends with Ctrl, and nowhere where there is nothing', () => {
    expect(destinationOf('Home', 6, GRID, true)).toBe(0);
    expect(destinationOf('End', 6, GRID, true)).toBe(10);
    expect(destinationOf('ArrowDown', 0, { ...GRID, count: 0 })).toBeUndefined();
    expect(destinationOf('x', 3, GRID)).toBeUndefined();
  });

  it('do nothing sideways in a list', () => {
    const list = { count: 5, columns: 1, rows: 3 };
    expect(destinationOf('ArrowRight', 1, list)).toBeUndefined();
    expect(destinationOf('Home', 3, list)).toBe(0);
  });
});

describe('what is chosen', () => {
  it('is one alone, one more, one less', () => {
    const one = only(2, 'c');
    const two = toggled(one, 5, 'f');
    expect([[...two.keys], two.anchor, two.active]).toEqual([['c', 'f'], 5, 5]);
    expect([...toggled(two, 2, 'c').keys]).toEqual(['f']);
    expect([...movedTo(two, 7).keys]).toEqual(['c', 'f']);
  });

  it('is a range from the anchor, whichever way', () => {
    const keys = ['a', 'b', 'c', undefined, 'e'];
    expect(keysBetween(4, 1, (index) => keys[index])).toEqual(['b', 'c', 'e']);
    const range = ranged({ ...NOTHING, anchor: 1 }, 3, ['b', 'c', 'd']);
    expect([range.anchor, range.active, range.keys.size]).toEqual([1, 3, 3]);
  });

  it('forgets what is gone', () => {
    const chosen = toggled(only(0, 'a'), 1, 'b');
    expect([...kept(chosen, (key) => key === 'b').keys]).toEqual(['b']);
    expect(kept(chosen, () => true)).toBe(chosen);
  });
});
