/** Where something that is dragged would land, from where the pointer is. Pure geometry over the nodes' rectangles. */
import { MAX_COLUMNS } from '../../limits.ts';
import type { Id, Page } from '../../page/types.ts';
import {
  isColumn,
  isInside,
  isRow,
  type Place,
  placeOf,
  placesOf,
  takesPlugins,
  takesRows,
} from '../places/places.ts';
import type { Target } from './move-target.ts';

export interface Rect {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface DropTarget extends Target {
  /** The line that shows it: as thin as a line where it lies between two nodes. */
  marker: Rect;
  isVertical: boolean;
}

/** What is dragged: a node of the page, or something new from the palette. */
export type Dragged = { kind: 'node'; nodeId: Id } | { kind: 'new'; type: 'plugin' | 'row' };

/**
 * The nearest place that can take what is dragged. `rectOf` gives a node's rectangle in the same coordinates as
 * the point; undefined for one that is not drawn. Undefined when nothing takes it or it would stay where it is.
 */
export function dropTarget(
  page: Page,
  dragged: Dragged,
  point: { x: number; y: number },
  rectOf: (nodeId: Id) => Rect | undefined,
): DropTarget | undefined {
  const moved = dragged.kind === 'node' ? placeOf(page, dragged.nodeId) : undefined;
  if (dragged.kind === 'node' && !moved) return undefined;
  const accepts = acceptsFor(dragged, moved);
  const candidates = [...placesOf(page).values()].filter(
    (place) => accepts(place) && !(moved && isInside(place, moved.node.id)),
  );
  const parent = nearest(candidates, point, rectOf);
  return parent && within(parent, moved, point, rectOf);
}

function acceptsFor(dragged: Dragged, moved: Place | undefined): (place: Place) => boolean {
  if (moved && isColumn(moved)) {
    // A row without columns is none: its only one stays.
    const isOnly = moved.parent?.children.length === 1;
    return (place) => place.node.id === moved.parent?.node.id || (!isOnly && hasRoom(place));
  }
  const isRowDragged = moved ? isRow(moved) : dragged.kind === 'new' && dragged.type === 'row';
  return isRowDragged ? takesRows : takesPlugins;
}

function hasRoom(place: Place): boolean {
  return isRow(place) && place.children.length < MAX_COLUMNS;
}

/** The one the point is in, the innermost first; else the one whose edge is nearest. */
function nearest(
  candidates: Place[],
  point: { x: number; y: number },
  rectOf: (nodeId: Id) => Rect | undefined,
): Place | undefined {
  let best: { place: Place; distance: number; area: number } | undefined;
  for (const place of candidates) {
    const rect = rectOf(place.node.id);
    if (!rect) continue;
    const distance = distanceTo(rect, point);
    const area = rect.width * rect.height;
    if (!best || distance < best.distance || (distance === best.distance && area < best.area)) {
      best = { place, distance, area };
    }
  }
  return best?.place;
}

function distanceTo(rect: Rect, { x, y }: { x: number; y: number }): number {
  const horizontal = Math.max(rect.left - x, 0, x - rect.left - rect.width);
  const vertical = Math.max(rect.top - y, 0, y - rect.top - rect.height);
  return Math.hypot(horizontal, vertical);
}

function within(
  parent: Place,
  moved: Place | undefined,
  point: { x: number; y: number },
  rectOf: (nodeId: Id) => Rect | undefined,
): DropTarget | undefined {
  const isVertical = isRow(parent);
  const rects = parent.children.map((child) => rectOf(child.node.id));
  const gap = rects.filter((rect) => rect && isBefore(rect, point, isVertical)).length;
  const isOwnParent = moved !== undefined && moved.parent?.node.id === parent.node.id;
  const index = isOwnParent && moved.index < gap ? gap - 1 : gap;
  if (isOwnParent && index === moved.index) return undefined;
  const box = rectOf(parent.node.id);
  if (!box) return undefined;
  return { parentId: parent.node.id, index, isVertical, marker: markerAt(gap, rects, box, isVertical) };
}

function isBefore(rect: Rect, { x, y }: { x: number; y: number }, isVertical: boolean): boolean {
  return isVertical ? rect.left + rect.width / 2 < x : rect.top + rect.height / 2 < y;
}

/** The line where something new would stand; undefined where the column or row for it is not drawn. */
export function markerOf(
  page: Page,
  { parentId, index }: Target,
  rectOf: (nodeId: Id) => Rect | undefined,
): Rect | undefined {
  const parent = placeOf(page, parentId);
  const box = rectOf(parentId);
  if (!parent || !box) return undefined;
  const rects = parent.children.map((child) => rectOf(child.node.id));
  return markerAt(index, rects, box, isRow(parent));
}

function markerAt(gap: number, rects: (Rect | undefined)[], box: Rect, isVertical: boolean): Rect {
  const before = rects[gap - 1];
  const after = rects[gap];
  if (isVertical) {
    const end = before ? before.left + before.width : box.left;
    const left = after ? (before ? (end + after.left) / 2 : after.left) : end;
    return { left, top: box.top, width: 0, height: box.height };
  }
  // An empty column is filled as a whole.
  if (!before && !after) return box;
  const end = before ? before.top + before.height : box.top;
  const top = after ? (before ? (end + after.top) / 2 : after.top) : end;
  return { left: box.left, top, width: box.width, height: 0 };
}
