import { describe, expect, it } from 'vitest';
import { type Area, WHOLE } from '../../page/image-crops.ts';
import { CORNERS, inRatio, moved, resized, SIDES, withFocus } from './crop-area.ts';

const QUARTER: Area = { left: 0.25, top: 0.25, width: 0.5, height: 0.5 };

const expectArea = (found: Area, wanted: Area) => {
  for (const name of ['left', 'top', 'width', 'height'] as const)
    expect(found[name], name).toBeCloseTo(wanted[name], 6);
};

describe('the rectangle of a crop', () => {
  it('moves as far as the image goes', () => {
    expectArea(moved(QUARTER, { x: 0.1, y: -0.1 }), { ...QUARTER, left: 0.35, top: 0.15 });
    expectArea(moved(QUARTER, { x: 3, y: -3 }), { ...QUARTER, left: 0.5, top: 0 });
    expectArea(moved(WHOLE, { x: 0.1, y: 0.1 }), WHOLE);
  });

  it('grows and shrinks by its sides, and the other sides stay', () => {
    expectArea(resized(QUARTER, 'e', { x: 0.1, y: 0.2 }), { ...QUARTER, width: 0.6 });
    expectArea(resized(QUARTER, 'n', { x: 0.1, y: 0.2 }), { ...QUARTER, top: 0.45, height: 0.3 });
    expectArea(resized(QUARTER, 'nw', { x: -1, y: 0.1 }), { left: 0, top: 0.35, width: 0.75, height: 0.4 });
  });

  it('keeps its ratio by its corners, within the image', () => {
    expectArea(resized(QUARTER, 'se', { x: 0.1, y: 0 }, 1), { ...QUARTER, width: 0.6, height: 0.6 });
    expectArea(resized(QUARTER, 'se', { x: 9, y: 9 }, 2), { ...QUARTER, width: 0.75, height: 0.375 });
    expectArea(resized(QUARTER, 'nw', { x: -9, y: 0 }, 1), { left: 0, top: 0, width: 0.75, height: 0.75 });
  });

  it('never leaves the image and never vanishes, whatever is done to it', () => {
    const steps = [-2, -0.3, -0.01, 0, 0.01, 0.3, 2];
    for (const handle of [...CORNERS, ...SIDES])
      for (const x of steps)
        for (const y of steps)
          for (const ratio of [undefined, 0.3, 1, 3]) {
            const { left, top, width, height } = resized(QUARTER, handle, { x, y }, ratio);
            expect(Math.min(left, top)).toBeGreaterThanOrEqual(-1e-9);
            expect(Math.max(left + width, top + height)).toBeLessThanOrEqual(1 + 1e-9);
            expect(Math.min(width, height)).toBeGreaterThanOrEqual(0.0199);
            if (ratio) expect(width / height).toBeCloseTo(ratio, 6);
          }
  });

  it('takes a ratio with about as much of the image, and gives it back', () => {
    const wide = inRatio(QUARTER, 2);
    expect(wide.width / wide.height).toBeCloseTo(2, 6);
    expectArea(inRatio(wide, 1), QUARTER);
    expectArea(inRatio(WHOLE, 0.5), { left: 0.25, top: 0, width: 0.5, height: 1 });
    expectArea(inRatio(WHOLE, 2), { left: 0, top: 0.25, width: 1, height: 0.5 });
  });

  it('keeps what has to be seen within it', () => {
    expect(withFocus(QUARTER, undefined)).toBe(QUARTER);
    expect(withFocus(QUARTER, { x: 0.3, y: 0.4 }).focus).toEqual({ x: 0.3, y: 0.4 });
    expect(withFocus(QUARTER, { x: 0, y: 1 }).focus).toEqual({ x: 0.25, y: 0.75 });
  });
});
