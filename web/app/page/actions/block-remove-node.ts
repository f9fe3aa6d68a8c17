import { find, remove } from '../change.ts';
import { ActionFault } from '../fault.ts';
import { defineAction } from './define.ts';
import { restoreNode } from './restore.ts';

export const blockRemoveNode = defineAction({
  name: 'BLOCK_REMOVE_NODE',
  required: ['nodeId'],
  apply(state, { nodeId }) {
    const place = find(state, nodeId);
    if (place.node.type !== 'plugin') {
      throw new ActionFault(
        'type_not_possible',
        'nodeId',
        "Only a plugin's node can be removed from its block.",
      );
    }
    return remove(state, place);
  },
  invert: (state, { nodeId }) => restoreNode(state, find(state, nodeId).node),
});
