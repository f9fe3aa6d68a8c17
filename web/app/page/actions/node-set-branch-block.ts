import { find, replace } from '../change.ts';
import { ActionFault } from '../fault.ts';
import { shownBy } from '../tree.ts';
import { defineAction } from './define.ts';

export const nodeSetBranchBlock = defineAction({
  name: 'NODE_SET_BRANCH_BLOCK',
  required: ['nodeId', 'blockId'],
  grows: true,
  apply(state, { nodeId, blockId }) {
    const place = find(state, nodeId);
    if (place.node.type !== 'row-branch') {
      throw new ActionFault('type_not_possible', 'nodeId', 'Only a branch row shows a branch block.');
    }
    const branch = state.page.branches[blockId];
    if (!branch) throw new ActionFault('branch_not_found', 'blockId', 'The branch block is not known.');
    if (place.node.blockId === blockId) return state;
    if (shownBy(state.page, branch.block.nodes).nodeIds.has(nodeId)) {
      throw new ActionFault('move_into_itself', 'blockId', 'The branch block would show itself.');
    }
    return { ...state, page: replace(state.page, place, { ...place.node, blockId }) };
  },
  invert(state, { nodeId }) {
    const { node } = find(state, nodeId);
    return node.type === 'row-branch'
      ? [{ name: 'NODE_SET_BRANCH_BLOCK', nodeId, blockId: node.blockId }]
      : [];
  },
});
