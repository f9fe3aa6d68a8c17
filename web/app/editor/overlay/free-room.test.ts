import { describe, expect, it } from 'vitest';
import { firstFree, placesAtEdge, placesBelow } from './free-room.ts';

const VIEW = { width: 1000, height: 700 };
const BUTTON = { width: 60, height: 24 };
const part = (left: number, top: number, width: number, height: number) => ({ left, top, width, height });

describe('the button at the edge of a row', () => {
  const row = part(100, 200, 600, 60);
  const at = (side: 'before' | 'after', ...others: ReturnType<typeof part>[]) =>
    firstFree(placesAtEdge(row, BUTTON, side), BUTTON, [row, ...others], VIEW);

  it('stands in the gap to its neighbour, at the end', () => {
    expect(at('before', part(100, 100, 600, 70))).toEqual({ left: 632, top: 172 });
    expect(at('after', part(100, 300, 600, 70))).toEqual({ left: 632, top: 264 });
  });

  it('stands in the margin of the page where the gap is too small', () => {
    expect(at('before', part(100, 100, 600, 80))).toEqual({ left: 708, top: 172 });
  });

  it('is not there where it would cover something, or be cut off', () => {
    expect(at('before', part(100, 100, 600, 80), part(700, 100, 200, 300))).toBeUndefined();
    expect(
      firstFree(placesAtEdge(part(0, 10, 1000, 60), BUTTON, 'before'), BUTTON, [], VIEW),
    ).toBeUndefined();
  });
});

describe('the button that adds below a part', () => {
  const button = { width: 28, height: 28 };
  const below = (one: ReturnType<typeof part>, ...others: ReturnType<typeof part>[]) =>
    firstFree(placesBelow(one, button), button, [one, ...others], VIEW);

  it('stands under it, or beside its last line where the next one is near', () => {
    const one = part(100, 200, 400, 60);
    expect(below(one, part(100, 300, 400, 60))).toEqual({ left: 286, top: 264 });
    expect(below(one, part(100, 270, 400, 60))).toEqual({ left: 504, top: 232 });
    expect(below(one, part(100, 270, 400, 60), part(520, 200, 400, 60))).toEqual({ left: 68, top: 232 });
  });

  it('is not there in a page that is full', () => {
    expect(below(part(0, 0, 1000, 100), part(0, 100, 1000, 600))).toBeUndefined();
  });
});
