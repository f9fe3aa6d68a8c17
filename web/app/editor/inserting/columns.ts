/** Giving a row more columns or fewer. What is in those that go stays on the page, and is open to nobody else by it. */
import type { Action } from '../../page/actions/types.ts';
import type { FieldLevel, Id, Page } from '../../page/types.ts';
import { holdsUniqueColumn, type Place, takesPlugins, takesRows } from '../places/places.ts';
import { whitelistOf } from '../places/restrictions.ts';
import { newColumn, newRow } from './insert.ts';

const LEVELS: readonly FieldLevel[] = ['site', 'page'];

/**
 * Why a row cannot have so few columns; undefined where it can. `unique`: a column that each page fills for itself cannot be
 * folded into a neighbour. `restricted`: what only some may see would be open to more.
 */
export function whyNoFewer(page: Page, row: Place, count: number): 'unique' | 'restricted' | undefined {
  if (count >= row.children.length) return undefined;
  if (holdsUniqueColumn(row)) return 'unique';
  const [last, ...leaving] = row.children.slice(count - 1);
  const isOpened = leaving.some((column) => last && column.children.length > 0 && opens(page, column, last));
  return isOpened ? 'restricted' : undefined;
}

/** Whether somebody sees what is in `into` who does not see what is in `from`. */
function opens(page: Page, from: Place, into: Place): boolean {
  return LEVELS.some((level) => {
    const before = whitelistOf(page, from, level);
    const after = whitelistOf(page, into, level);
    return before.length > 0 && (after.length === 0 || after.some((scope) => !before.includes(scope)));
  });
}

/** Gives a row this many columns. What is in the ones that go moves into the last that stays; none where `whyNoFewer`. */
export function setColumns(page: Page, row: Place, count: number): Action[] {
  if (whyNoFewer(page, row, count)) return [];
  const { children } = row;
  const added = Array.from(
    { length: Math.max(0, count - children.length) },
    (_, offset): Action => ({
      name: 'NODE_CREATE',
      parentId: row.node.id,
      index: children.length + offset,
      node: newColumn(),
    }),
  );
  const [last, ...leaving] = children.slice(count - 1);
  return [
    ...added,
    ...(last ? gathered(last, leaving) : []),
    ...leaving.toReversed().map((column): Action => ({ name: 'NODE_DELETE', nodeId: column.node.id })),
  ];
}

/** Moves all that is in some columns to the end of another. A column has either plugins or rows. */
function gathered(into: Place, columns: readonly Place[]): Action[] {
  const filled = columns.filter(({ children }) => children.length > 0);
  const withRows = filled.find((column) => !takesPlugins(column));
  const all = filled.flatMap(({ children }) => children);
  if (takesPlugins(into) && !withRows) return moves(all, into.node.id, into.children.length);
  const intoId = into.node.id;
  // No row can be put beside plugins: theirs is made where there are rows already, and comes first then.
  const isWrapped = withRows !== undefined && !takesRows(into);
  const wrapped = isWrapped ? inRow(into.children, withRows.node.id, 0) : undefined;
  const actions = wrapped ? [...wrapped.actions, move(wrapped.rowId, intoId, 0)] : [];
  let index = isWrapped ? 1 : into.children.length;
  for (const column of filled) {
    if (takesRows(column)) {
      actions.push(...moves(column.children, intoId, index));
      index += column.children.length;
    } else {
      actions.push(...inRow(column.children, intoId, index).actions);
      index += 1;
    }
  }
  return actions;
}

/** Puts plugins into a new row of one column. */
function inRow(plugins: readonly Place[], parentId: Id, index: number): { rowId: Id; actions: Action[] } {
  const column = newColumn();
  const node = newRow([column]);
  return {
    rowId: node.id,
    actions: [{ name: 'NODE_CREATE', parentId, index, node }, ...moves(plugins, column.id, 0)],
  };
}

function moves(places: readonly Place[], parentId: Id, index: number): Action[] {
  return places.map(({ node }, offset) => move(node.id, parentId, index + offset));
}

function move(nodeId: Id, parentId: Id, index: number): Action {
  return { name: 'LAYOUT_MOVE_NODE', nodeId, parentId, index };
}
