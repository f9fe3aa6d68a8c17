/** Where Alt and an arrow move a node to. */
import type { Id, Page } from '../../page/types.ts';
import {
  hasSameOwner,
  isColumn,
  isInside,
  isPlugin,
  type Place,
  placeOf,
  placesOf,
  takesPlugins,
} from '../places/places.ts';

export type Direction = 'up' | 'down' | 'left' | 'right';

/** As LAYOUT_MOVE_NODE takes it: the index is counted without the moved node. */
export interface Target {
  parentId: Id;
  index: number;
}

/**
 * Up and down go through the plugins of a column and on into the column before or after it in reading order;
 * left and right into the column beside it. A column changes places with its neighbour. Nothing leaves the part
 * of the page that it belongs to: what is the page's own never becomes shared by a key. Undefined: no way on.
 */
export function moveTarget(page: Page, nodeId: Id, direction: Direction): Target | undefined {
  const place = placeOf(page, nodeId);
  if (!place?.parent) return undefined;
  if (isColumn(place)) return amongSiblings(place, direction === 'left' || direction === 'up' ? -1 : 1);
  if (direction === 'left' || direction === 'right') return beside(place, direction === 'left' ? -1 : 1);
  const step = direction === 'up' ? -1 : 1;
  return amongSiblings(place, step) ?? (isPlugin(place) ? intoNextColumn(page, place, step) : undefined);
}

function amongSiblings(place: Place, step: 1 | -1): Target | undefined {
  const { parent } = place;
  const index = place.index + step;
  if (!parent || index < 0 || index >= parent.children.length) return undefined;
  return { parentId: parent.node.id, index };
}

function beside(place: Place, step: 1 | -1): Target | undefined {
  if (!isPlugin(place) || !place.parent) return undefined;
  const column = place.parent.parent?.children[place.parent.index + step];
  if (!column || !takesPlugins(column) || !hasSameOwner(column, place.parent)) return undefined;
  return { parentId: column.node.id, index: Math.min(place.index, column.children.length) };
}

function intoNextColumn(page: Page, place: Place, step: 1 | -1): Target | undefined {
  const columns = [...placesOf(page).values()].filter(takesPlugins);
  const current = columns.findIndex((column) => column.node.id === place.parent?.node.id);
  const next = columns[current + step];
  if (!next || !place.parent || isInside(next, place.node.id) || !hasSameOwner(next, place.parent))
    return undefined;
  return { parentId: next.node.id, index: step < 0 ? next.children.length : 0 };
}
