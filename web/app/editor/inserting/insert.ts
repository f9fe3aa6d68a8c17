/** The actions that put something new on the page. */
import { v7 as newId } from 'uuid';
import type { Action, WrapIds } from '../../page/actions/types.ts';
import type { BlockNode, BranchNode, Id, PageState } from '../../page/types.ts';
import { defaultFields } from '../../plugins/contract.ts';
import { manifests } from '../../plugins/registry/manifests.ts';
import { startingWords } from '../../plugins/registry/starts.ts';
import { siteWords } from '../canvas/plugin-parts.ts';
import type { Target } from '../moving/move-target.ts';
import { placeOf, takesPlugins } from '../places/places.ts';

export interface Insertion {
  actions: Action[];
  /** The node to select afterwards. */
  nodeId: Id;
}

export function insertPlugin({ page }: PageState, ref: string, { parentId, index }: Target): Insertion {
  const manifest = manifests.get(ref);
  const fields = manifest ? { ...defaultFields(manifest), ...startingWords(ref, siteWords()) } : {};
  const pluginId = newId();
  const nodeId = newId();
  const parent = placeOf(page, parentId)?.node;
  const isWithoutBlock = parent?.type === 'col-unique' && !page.blocks[parentId];
  return {
    nodeId,
    actions: [
      { name: 'PLUGIN_CREATE', pluginId, ref, fields },
      ...(isWithoutBlock ? [{ name: 'LAYOUT_BLOCK_CREATE' as const, nodeId: parentId }] : []),
      { name: 'BLOCK_ADD_PLUGIN_NODE', parentId, index, nodeId, pluginId },
    ],
  };
}

/** A row of 1 to 6 empty columns. */
export function insertRow(state: PageState, columns: number, target: Target): Insertion {
  const nodes = Array.from({ length: columns }, newColumn);
  const row = newRow(nodes);
  return { nodeId: nodes[0]?.id ?? row.id, actions: createRow(state, row, target) };
}

/** A row that shows a branch block, which the state knows. */
export function insertBranchRow(state: PageState, blockId: Id, target: Target): Insertion {
  const row: BranchNode = { id: newId(), type: 'row-branch', blockId };
  return { nodeId: row.id, actions: createRow(state, row, target) };
}

/** Puts a row in. In a column that holds plugins, those before and after it get rows of their own. */
export function createRow(
  { page }: PageState,
  row: BlockNode | BranchNode,
  { parentId, index }: Target,
): Action[] {
  const parent = placeOf(page, parentId);
  const splits = parent && takesPlugins(parent) ? parent.children.length : 0;
  const isWithoutBlock = parent?.node.type === 'col-unique' && !page.blocks[parentId];
  return [
    ...(isWithoutBlock ? [{ name: 'LAYOUT_BLOCK_CREATE' as const, nodeId: parentId }] : []),
    {
      name: 'NODE_CREATE',
      parentId,
      index,
      node: row,
      ...(splits > 0 && index > 0 ? { wrapBefore: newWrap() } : {}),
      ...(splits > 0 && index < splits ? { wrapAfter: newWrap() } : {}),
    },
  ];
}

export function newRow(columns: BlockNode[]): BlockNode {
  return { id: newId(), type: 'row', block: { nodes: columns } };
}

export function newColumn(): BlockNode {
  return { id: newId(), type: 'col', block: { nodes: [] } };
}

function newWrap(): WrapIds {
  return { rowId: newId(), colId: newId() };
}
