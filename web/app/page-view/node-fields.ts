import type { Id, NodeFields, NodeLink, Page } from '../page/types.ts';
import { isSafeAddress } from '../plugins/rich-text/addresses.ts';

/**
 * Elements a node may be. Content refuses others when they are set; this holds for what was stored before
 * and for what the editor shows before it is saved.
 */
const TAG_NAMES = new Set([
  'div',
  'header',
  'footer',
  'main',
  'nav',
  'section',
  'article',
  'aside',
  'figure',
  'address',
  'search',
]);

export type Drawn = Omit<NodeFields, 'scopeWhitelist'> & { tagName: string };

const PLAIN: Drawn = { tagName: 'div' };

/** A node's fields as shown on this page: the page's own win over the site's. Never holds the scope whitelist. */
export function drawnFields(page: Page, nodeId: Id): Drawn {
  const levels = page.nodeFields[nodeId];
  if (!levels) return PLAIN;
  const { scopeWhitelist: _, ...fields } = { ...levels.site, ...levels.page };
  const tagName = fields.tagName && TAG_NAMES.has(fields.tagName) ? fields.tagName : 'div';
  return { ...fields, tagName };
}

/** The id of a node's element. A page's <main> always has one, for the link that skips to it. */
export function elementId(fields: Drawn): string | undefined {
  return fields.ids?.[0] ?? (fields.tagName === 'main' ? 'main' : undefined);
}

/** Where a node leads: the page's link, else the node's own address. Only schemes that a link may have. */
export function drawnLink(page: Page, nodeId: Id, fields: Drawn): NodeLink | undefined {
  const link = page.links[nodeId];
  const href = link?.href ?? fields.href;
  if (!href || !isSafeAddress(href)) return undefined;
  return { href, targetBlank: link ? link.targetBlank : fields.hrefTarget === '_blank' };
}
