import { describe, expect, it } from 'vitest';
import { rowEdges } from './row-edges.ts';

const BUTTON = 24;
const VIEW = 700;
const edges = (top: number, height: number) => rowEdges({ left: 0, top, width: 800, height }, BUTTON, VIEW);

describe('the buttons at the edges of a row', () => {
  it('stand on its edges where it is high enough', () => {
    expect(edges(100, 60)).toEqual({ before: 100, after: 160 });
  });

  it.each([0, 12, 31])('leave each other room where it is %i high', (height) => {
    const { before = 0, after = 0 } = edges(100, height);
    expect(after - before).toBe(BUTTON + 8);
    expect((before + after) / 2).toBe(100 + height / 2);
  });

  it.each([0, 20])('are whole at the upper edge of the view, over a row %i high', (height) => {
    const { before = 0, after = 0 } = edges(0, height);
    expect(before).toBeGreaterThanOrEqual(BUTTON / 2);
    expect(after - before).toBeGreaterThanOrEqual(BUTTON + 8);
  });

  it('are not there for an edge out of view', () => {
    expect(edges(-300, 500)).toEqual({ before: undefined, after: 200 });
    expect(edges(300, 900)).toEqual({ before: 300, after: undefined });
    expect(edges(-300, 1100)).toEqual({ before: undefined, after: undefined });
    expect(edges(-300, 100)).toEqual({ before: undefined, after: undefined });
  });
});
