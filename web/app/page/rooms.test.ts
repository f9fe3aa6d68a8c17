import { describe, expect, it } from 'vitest';
import { column, inset, rowOfBand, widthIn, windowOf } from './rooms.ts';
import { WINDOW } from './window-room.ts';

const text = rowOfBand(WINDOW, {});

describe('the width of a room', () => {
  it('is that of the window without its edges, and of the page at most', () => {
    expect([390, 1000, 1600].map((viewport) => widthIn(text, viewport))).toEqual([350, 900, 1120]);
  });

  it('is a share of it in columns, without the gaps', () => {
    const widths = [1, 2, 3, 4, 5, 6].map((count) => widthIn(column(text, count, 'none'), 1600));
    expect(widths).toEqual([1120, 560, 1120 / 3, 280, 224, 1120 / 6]);
    expect(widthIn(column(text, 2, 'large'), 1600)).toBe((1120 - 80) / 2);
  });

  it('is all of it on phones, where columns stand below one another', () => {
    for (const count of [1, 2, 3, 4, 5, 6]) expect(widthIn(column(text, count, undefined), 390)).toBe(350);
  });

  it('is that of fewer columns on tablets', () => {
    const widths = [3, 4, 5, 6].map((count) => widthIn(column(text, count, 'none'), 800));
    expect(widths).toEqual([240, 360, 240, 240]);
  });

  it('is what a row says of its own width and of that of its content', () => {
    const wide = rowOfBand(WINDOW, { width: 'wide', contentWidth: 'wide' });
    const full = rowOfBand(WINDOW, { width: 'full', contentWidth: 'full', innerSpacing: 'none' });
    expect(widthIn(wide, 1600)).toBe(1376);
    expect(widthIn(full, 1600)).toBe(1600);
    expect(widthIn(rowOfBand(WINDOW, { width: 'full' }), 1600)).toBe(1120);
  });

  it('is less by the inner spacing', () => {
    expect(widthIn(inset(column(text, 1, undefined), 'medium'), 1600)).toBe(1120 - 80);
    expect(inset(text, 'none')).toBe(text);
  });

  it('goes on within columns, by whose width a row folds', () => {
    const halves = column(text, 2, 'none');
    expect(widthIn(column(halves, 2, 'none'), 1600)).toBe(560);
  });

  it('follows the widths of the template', () => {
    const look = windowOf(':root{--page-wide:calc(60rem + 10rem);--page:60rem}');
    expect(look).toBe('look:960:1120');
    expect(widthIn(rowOfBand(look, {}), 1600)).toBe(960);
    expect(windowOf('main{color:red}')).toBe(WINDOW);
  });
});
