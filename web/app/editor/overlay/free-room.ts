/** Where on the page there is nothing: buttons that stand over it must not cover what a click aims at. */
import { type Frame, rectOver, scaleOf } from '../canvas/frame.ts';
import type { Rect } from '../moving/drop-target.ts';

/** Between a button and what it stands beside. */
const GAP = 4;

export interface Size {
  width: number;
  height: number;
}

export interface Point {
  left: number;
  top: number;
}

let known: { frame: Frame; parts: readonly Rect[] } | undefined;

/**
 * Where the page's plugins are. All that stands over the page asks for them at once, and while a text grows with each
 * key: they are measured once for all who ask in the same moment.
 */
export function partsOf(frame: Frame): readonly Rect[] {
  if (known?.frame === frame) return known.parts;
  const scale = scaleOf(frame);
  const elements = frame.page.querySelectorAll('[data-type="plugin"]');
  const parts = Array.from(elements, (element) => rectOver(frame, element, scale));
  known = { frame, parts };
  queueMicrotask(() => {
    known = undefined;
  });
  return parts;
}

/** The first of some places where something of this size is whole in the view and covers none of the parts. */
export function firstFree(
  places: readonly Point[],
  size: Size,
  parts: readonly Rect[],
  view: Size,
): Point | undefined {
  return places.find((place) => {
    const rect = { ...place, ...size };
    return isWithin(rect, view) && !parts.some((part) => isTouching(rect, part));
  });
}

function isWithin({ left, top, width, height }: Rect, view: Size): boolean {
  return left >= 0 && top >= 0 && left + width <= view.width && top + height <= view.height;
}

function isTouching(one: Rect, other: Rect): boolean {
  return (
    one.left < other.left + other.width &&
    other.left < one.left + one.width &&
    one.top < other.top + other.height &&
    other.top < one.top + one.height
  );
}

/** Under a part, or beside its end. */
export function placesBelow(part: Rect, { width, height }: Size): Point[] {
  const bottom = part.top + part.height;
  return [
    { left: part.left + (part.width - width) / 2, top: bottom + GAP },
    { left: part.left + part.width + GAP, top: bottom - height },
    { left: part.left - width - GAP, top: bottom - height },
  ];
}

/** At the end of an edge of a row, in the gap to its neighbour or else in the margin of the page. */
export function placesAtEdge(row: Rect, { width, height }: Size, side: 'before' | 'after'): Point[] {
  const top = side === 'before' ? row.top - height - GAP : row.top + row.height + GAP;
  const right = row.left + row.width;
  return [
    { left: right - width - 2 * GAP, top },
    { left: right + 2 * GAP, top },
  ];
}

/** Above a part, at its beginning. */
export function placesOfLabel({ left, top }: Rect, { height }: Size): Point[] {
  return [{ left: left - GAP + 1, top: top - height - GAP }];
}

/** Above a part, near its end: clear of the button that adds a row, and those of rows of those of what is in them. */
export function placesOfMark({ left, top, width }: Rect, size: Size, isRow: boolean): Point[] {
  const inset = isRow ? Math.min(176, width / 2) : Math.min(72, width / 4);
  return [{ left: left + width - inset - size.width, top: top - size.height - 1 }];
}
