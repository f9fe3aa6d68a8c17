import { find, setFields } from '../change.ts';
import { SPACING_KEYS, spacingOf } from '../node-fields.ts';
import { defineAction } from './define.ts';

export const nodeSetSpacing = defineAction({
  name: 'NODE_SET_SPACING',
  required: ['nodeId'],
  apply(state, { nodeId, level, spacing }) {
    find(state, nodeId);
    return setFields(state, nodeId, level, SPACING_KEYS, spacing ?? {});
  },
  invert(state, { nodeId, level }) {
    return [
      { name: 'NODE_SET_SPACING', nodeId, level, spacing: spacingOf(state.page.nodeFields[nodeId]?.[level]) },
    ];
  },
});
