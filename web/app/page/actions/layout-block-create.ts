import { find } from '../change.ts';
import { ActionFault } from '../fault.ts';
import { defineAction } from './define.ts';

export const layoutBlockCreate = defineAction({
  name: 'LAYOUT_BLOCK_CREATE',
  required: ['nodeId'],
  apply(state, { nodeId }) {
    if (find(state, nodeId).node.type !== 'col-unique') {
      throw new ActionFault('type_not_possible', 'nodeId', 'Only a unique column has a block for each page.');
    }
    if (state.page.blocks[nodeId]) return state;
    return { ...state, page: { ...state.page, blocks: { ...state.page.blocks, [nodeId]: { nodes: [] } } } };
  },
  invert: () => [],
});
