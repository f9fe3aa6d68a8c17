import { find, setFields } from '../change.ts';
import { namesOrNone } from '../node-fields.ts';
import { defineAction } from './define.ts';

export const nodeSetIds = defineAction({
  name: 'NODE_SET_IDS',
  required: ['nodeId'],
  apply(state, { nodeId, level, ids }) {
    find(state, nodeId);
    return setFields(state, nodeId, level, ['ids'], { ids: namesOrNone(ids) });
  },
  invert(state, { nodeId, level }) {
    const ids = state.page.nodeFields[nodeId]?.[level]?.ids ?? [];
    return [{ name: 'NODE_SET_IDS', nodeId, level, ids }];
  },
});
