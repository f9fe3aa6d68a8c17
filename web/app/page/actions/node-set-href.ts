import { find, setFields } from '../change.ts';
import { defineAction } from './define.ts';

export const nodeSetHref = defineAction({
  name: 'NODE_SET_HREF',
  required: ['nodeId'],
  apply(state, { nodeId, level, href, hrefTarget }) {
    find(state, nodeId);
    const address = href?.trim();
    const values = address ? { href: address, hrefTarget } : {};
    return setFields(state, nodeId, level, ['href', 'hrefTarget'], values);
  },
  invert(state, { nodeId, level }) {
    const { href = null, hrefTarget = '' } = state.page.nodeFields[nodeId]?.[level] ?? {};
    return [{ name: 'NODE_SET_HREF', nodeId, level, href, hrefTarget }];
  },
});
