/** Where the buttons stand that put a row before or after another: in the middle of its edges, where these are in view. */
import type { Rect } from '../moving/drop-target.ts';

/** Between the two, and between one and the edge of the view. */
const GAP = 8;

export interface RowEdges {
  /** The middle of each button; undefined where its edge is out of view. */
  before?: number;
  after?: number;
}

/** A row that is shorter than the two buttons has them beyond its edges, so that neither covers the other. */
export function rowEdges({ top, height }: Rect, button: number, viewHeight: number): RowEdges {
  const apart = button + GAP;
  const spread = Math.max(0, (apart - height) / 2);
  const highest = button / 2 + GAP / 2;
  const start = top - spread;
  const isStartInView = start > -button && start < viewHeight;
  const before = isStartInView ? Math.max(highest, start) : undefined;
  const end = Math.max(top + height + spread, before === undefined ? -Infinity : before + apart);
  return { before, after: end > 0 && end < viewHeight + button ? end : undefined };
}
