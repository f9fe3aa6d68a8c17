import { find, setFields } from '../change.ts';
import { BACKGROUND_KEYS, backgroundOf } from '../node-fields.ts';
import { defineAction } from './define.ts';

export const nodeSetBackground = defineAction({
  name: 'NODE_SET_BACKGROUND',
  required: ['nodeId'],
  apply(state, { nodeId, level, background }) {
    find(state, nodeId);
    return setFields(state, nodeId, level, BACKGROUND_KEYS, background ?? {});
  },
  invert(state, { nodeId, level }) {
    const background = backgroundOf(state.page.nodeFields[nodeId]?.[level]);
    return [{ name: 'NODE_SET_BACKGROUND', nodeId, level, background }];
  },
});
