/** Turning rows into shared blocks and back. */
import { v7 as newId } from 'uuid';
import type { Action } from '../../page/actions/types.ts';
import { inside } from '../../page/tree.ts';
import type { BranchNode, Id, PageState } from '../../page/types.ts';
import { holdsUniqueColumn, isRow, type Place } from '../places/places.ts';

/** Rows, but not those around the column that is each page's own: it can stand in one place only. */
export function canBeShared(place: Place | undefined): place is Place {
  return place !== undefined && isRow(place) && !holdsUniqueColumn(place);
}

/** The row becomes one that shows a new branch block with what was in it. */
export function shareRow(nodeId: Id, branchName: string): Action {
  return { name: 'NODE_SET_TYPE', nodeId, type: 'row-branch', blockId: newId(), branchName };
}

/** The row gets a copy of what the block holds, and the block stays as it is. */
export function detachRow({ page }: PageState, node: BranchNode): Action {
  const nodes = page.branches[node.blockId]?.block.nodes ?? [];
  const inner = nodes.flatMap((top) => [...inside(page, top)]);
  const old = inner.flatMap((each) => (each.type === 'plugin' ? [each.id, each.pluginId] : [each.id]));
  const ids = Object.fromEntries(old.map((id) => [id, newId()]));
  return { name: 'NODE_SET_TYPE', nodeId: node.id, type: 'row', ids };
}
