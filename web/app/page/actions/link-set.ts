import { find, without } from '../change.ts';
import { sameJson } from '../same-json.ts';
import { defineAction } from './define.ts';

export const linkSet = defineAction({
  name: 'LINK_SET',
  required: ['nodeId'],
  apply(state, { nodeId, href, targetBlank }) {
    find(state, nodeId);
    const { links } = state.page;
    const address = href?.trim();
    const link = address ? { href: address, targetBlank } : undefined;
    if (sameJson(links[nodeId], link)) return state;
    const others = without(links, [nodeId]);
    return { ...state, page: { ...state.page, links: link ? { ...others, [nodeId]: link } : others } };
  },
  invert(state, { nodeId }) {
    const { href = null, targetBlank = false } = state.page.links[nodeId] ?? {};
    return [{ name: 'LINK_SET', nodeId, href, targetBlank }];
  },
});
