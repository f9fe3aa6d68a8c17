import { find, setFields } from '../change.ts';
import { defineAction } from './define.ts';

export const nodeSetTagName = defineAction({
  name: 'NODE_SET_TAG_NAME',
  required: ['nodeId'],
  apply(state, { nodeId, level, tagName }) {
    find(state, nodeId);
    return setFields(state, nodeId, level, ['tagName'], { tagName: tagName ?? undefined });
  },
  invert(state, { nodeId, level }) {
    const tagName = state.page.nodeFields[nodeId]?.[level]?.tagName ?? null;
    return [{ name: 'NODE_SET_TAG_NAME', nodeId, level, tagName }];
  },
});
