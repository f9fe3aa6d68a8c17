/** Where something new goes when nobody points at a place: beside what is selected. */
import type { Id, Page } from '../../page/types.ts';
import type { Target } from '../moving/move-target.ts';
import {
  closest,
  contentOwner,
  isColumn,
  isPlugin,
  isRow,
  type Place,
  placeOf,
  placesOf,
  takesPlugins,
  takesRows,
} from '../places/places.ts';

/** For a plugin: after the one selected, else at the end of the column that is meant. Undefined: a row is needed first. */
export function placeForPlugin(page: Page, selected: Id | undefined): Target | undefined {
  const place = placeOf(page, selected) ?? ownColumn(page);
  if (!place) return undefined;
  if (isPlugin(place)) return placeBeside(place);
  const column = [place, ...descendants(place)].find(takesPlugins);
  return column && { parentId: column.node.id, index: column.children.length };
}

/** For a plugin that is asked for at a place: below a plugin, or at the end of a column that takes some. */
export function placeBeside(place: Place): Target | undefined {
  if (isPlugin(place)) return place.parent && { parentId: place.parent.node.id, index: place.index + 1 };
  return takesPlugins(place) ? { parentId: place.node.id, index: place.children.length } : undefined;
}

/**
 * For a row: after the row that the selected stands in, a shared block whole, else in the page's own column: beside the
 * row that carries it every page would have it. Undefined: the page has none.
 */
export function placeForRow(page: Page, selected: Id | undefined): Target | undefined {
  const place = placeOf(page, selected) ?? ownColumn(page);
  const around = place && (rowOrOwnColumn(place) ?? closest(place, takesRows));
  if (!around) return undefined;
  if (isRow(around) && around.parent) return { parentId: around.parent.node.id, index: around.index + 1 };
  const after = isPlugin(place) ? place.index + 1 : around.children.length;
  return { parentId: around.node.id, index: after };
}

function rowOrOwnColumn(place: Place): Place | undefined {
  return closest(place, (candidate) => isRow(candidate) || candidate.node.type === 'col-unique');
}

export interface RowPlaces {
  /** At whose edges they are. */
  around: Place;
  before: Target;
  after: Target;
}

/**
 * Where rows can be put around a place: beside the row that it stands in, or at the ends of the page's own column where
 * that has no rows. Never beside the row that carries the column, where every page would have it.
 */
export function placesForRows(place: Place): RowPlaces | undefined {
  const around = rowOrOwnColumn(place);
  if (!around?.parent || around.parent.node.type === 'root') return undefined;
  if (isRow(around)) {
    const parentId = around.parent.node.id;
    return {
      around,
      before: { parentId, index: around.index },
      after: { parentId, index: around.index + 1 },
    };
  }
  const parentId = around.node.id;
  return { around, before: { parentId, index: 0 }, after: { parentId, index: around.children.length } };
}

/** The column that is the page's own, where a page's content begins. */
export function ownColumn(page: Page): Place | undefined {
  return [...placesOf(page).values()].find((place) => isColumn(place) && contentOwner(place).kind === 'page');
}

function descendants(place: Place): Place[] {
  return place.children.flatMap((child) => [child, ...descendants(child)]);
}
