import { find, setFields } from '../change.ts';
import { defineAction } from './define.ts';

export const nodeSetTransitionName = defineAction({
  name: 'NODE_SET_TRANSITION_NAME',
  required: ['nodeId'],
  apply(state, { nodeId, level, transitionName }) {
    find(state, nodeId);
    return setFields(state, nodeId, level, ['transitionName'], {
      transitionName: transitionName ?? undefined,
    });
  },
  invert(state, { nodeId, level }) {
    const transitionName = state.page.nodeFields[nodeId]?.[level]?.transitionName ?? null;
    return [{ name: 'NODE_SET_TRANSITION_NAME', nodeId, level, transitionName }];
  },
});
