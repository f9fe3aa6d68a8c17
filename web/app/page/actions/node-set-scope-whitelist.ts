import { find, setFields } from '../change.ts';
import { defineAction } from './define.ts';

export const nodeSetScopeWhitelist = defineAction({
  name: 'NODE_SET_SCOPE_WHITELIST',
  required: ['nodeId'],
  apply(state, { nodeId, level, scopeWhitelist }) {
    find(state, nodeId);
    return setFields(state, nodeId, level, ['scopeWhitelist'], {
      scopeWhitelist: scopeWhitelist.length > 0 ? scopeWhitelist : undefined,
    });
  },
  invert(state, { nodeId, level }) {
    const scopeWhitelist = state.page.nodeFields[nodeId]?.[level]?.scopeWhitelist ?? [];
    return [{ name: 'NODE_SET_SCOPE_WHITELIST', nodeId, level, scopeWhitelist }];
  },
});
