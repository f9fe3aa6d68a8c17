import { find, insert } from '../change.ts';
import { checkFree, checkInsert, checkPlugin } from '../rules.ts';
import type { PluginNode } from '../types.ts';
import { defineAction } from './define.ts';

export const blockAddPluginNode = defineAction({
  name: 'BLOCK_ADD_PLUGIN_NODE',
  required: ['parentId', 'nodeId', 'pluginId'],
  grows: true,
  apply(state, { parentId, index, nodeId, pluginId }) {
    const parent = find(state, parentId, 'parentId');
    const node: PluginNode = { id: nodeId, type: 'plugin', pluginId };
    checkFree(state.page, [nodeId], 'nodeId');
    checkPlugin(state, pluginId, 'pluginId');
    checkInsert(state.page, parent.node, node);
    return { ...state, page: insert(state.page, parent, index, node) };
  },
  invert: (_, { nodeId }) => [{ name: 'BLOCK_REMOVE_NODE', nodeId }],
});
