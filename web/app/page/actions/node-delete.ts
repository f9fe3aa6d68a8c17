import { find, remove } from '../change.ts';
import { defineAction } from './define.ts';
import { restoreNode } from './restore.ts';

export const nodeDelete = defineAction({
  name: 'NODE_DELETE',
  required: ['nodeId'],
  apply: (state, { nodeId }) => remove(state, find(state, nodeId)),
  invert: (state, { nodeId }) => restoreNode(state, find(state, nodeId).node),
});
