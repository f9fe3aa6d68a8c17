import { find, replace, without } from '../change.ts';
import { ActionFault } from '../fault.ts';
import type { Location } from '../tree.ts';
import { blockOf, isColumn, rowsShowing } from '../tree.ts';
import type { BranchNode, ColumnType, PageNode, PageState } from '../types.ts';
import type { ActionOf } from './define.ts';
import { defineAction } from './define.ts';
import { duplicate } from './duplicate.ts';
import { restoreNode } from './restore.ts';

type NodeSetType = ActionOf<'NODE_SET_TYPE'>;

function makeBranch(state: PageState, place: Location, { blockId, branchName }: NodeSetType): PageState {
  if (!blockId) return state;
  if (state.page.branches[blockId]) {
    throw new ActionFault('id_taken', 'blockId', 'There is a branch block with this id already.');
  }
  const name = branchName?.trim();
  if (!name) throw new ActionFault('type_not_possible', 'branchName', 'A branch block needs a name.');
  const block = blockOf(state.page, place.node) ?? { nodes: [] };
  const page = replace(state.page, place, { id: place.node.id, type: 'row-branch', blockId });
  return {
    ...state,
    page: { ...page, branches: { ...page.branches, [blockId]: { id: blockId, name, block } } },
  };
}

function makeRow(state: PageState, place: Location, node: BranchNode, { ids }: NodeSetType): PageState {
  const branch = state.page.branches[node.blockId];
  if (!branch)
    throw new ActionFault('branch_not_found', 'nodeId', 'The branch block of this row is not known.');
  if (ids && Object.keys(ids).length > 0) {
    const [copied, block] = duplicate(state, branch.block, ids);
    return { ...copied, page: replace(copied.page, place, { id: node.id, type: 'row', block }) };
  }
  if (rowsShowing(state.page, branch.id).length > 1) {
    throw new ActionFault(
      'type_not_possible',
      'ids',
      'This branch block is used elsewhere, so it can only be copied.',
    );
  }
  const page = replace(state.page, place, { id: node.id, type: 'row', block: branch.block });
  return { ...state, page: { ...page, branches: without(page.branches, [branch.id]) } };
}

function changeColumn(state: PageState, place: Location, type: ColumnType): PageState {
  const { id } = place.node;
  const block = blockOf(state.page, place.node) ?? { nodes: [] };
  if (type === 'col-unique') {
    const page = replace(state.page, place, { id, type });
    return { ...state, page: { ...page, blocks: { ...page.blocks, [id]: block } } };
  }
  const page = replace(state.page, place, { id, type, block });
  return { ...state, page: { ...page, blocks: without(page.blocks, [id]) } };
}

function isColumnType(type: NodeSetType['type']): type is ColumnType {
  return type !== 'row' && type !== 'row-branch';
}

function apply(state: PageState, action: NodeSetType): PageState {
  const place = find(state, action.nodeId);
  const { node } = place;
  if (node.type === action.type) return state;
  if (node.type === 'row' && action.type === 'row-branch') return makeBranch(state, place, action);
  if (node.type === 'row-branch' && action.type === 'row') return makeRow(state, place, node, action);
  if (isColumn(node) && isColumnType(action.type)) return changeColumn(state, place, action.type);
  throw new ActionFault('type_not_possible', 'type', `A ${node.type} cannot become a ${action.type}.`);
}

export const nodeSetType = defineAction({
  name: 'NODE_SET_TYPE',
  required: ['nodeId'],
  grows: true,
  apply,
  invert(state, { nodeId, ids }) {
    const node: PageNode = find(state, nodeId).node;
    if (node.type === 'root' || node.type === 'layout' || node.type === 'plugin') return [];
    if (node.type !== 'row-branch') return [{ name: 'NODE_SET_TYPE', nodeId, type: node.type }];
    // The branch is still there and only the copy goes.
    if (ids && Object.keys(ids).length > 0)
      return [{ name: 'NODE_DELETE', nodeId }, ...restoreNode(state, node)];
    const branchName = state.page.branches[node.blockId]?.name ?? '';
    return [{ name: 'NODE_SET_TYPE', nodeId, type: 'row-branch', blockId: node.blockId, branchName }];
  },
});
