import { find, setFields } from '../change.ts';
import { namesOrNone } from '../node-fields.ts';
import { defineAction } from './define.ts';

export const nodeSetClassNames = defineAction({
  name: 'NODE_SET_CLASS_NAMES',
  required: ['nodeId'],
  apply(state, { nodeId, level, classNames }) {
    find(state, nodeId);
    return setFields(state, nodeId, level, ['classNames'], { classNames: namesOrNone(classNames) });
  },
  invert(state, { nodeId, level }) {
    const classNames = state.page.nodeFields[nodeId]?.[level]?.classNames ?? [];
    return [{ name: 'NODE_SET_CLASS_NAMES', nodeId, level, classNames }];
  },
});
