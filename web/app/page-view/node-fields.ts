import { isHref, isTagName } from '../page/field-rules.ts';
import { linkOf, resolveFields } from '../page/node-fields.ts';
import type { Id, NodeFieldLevels, NodeFields, NodeLink, Page } from '../page/types.ts';

export type Drawn = Omit<NodeFields, 'scopeWhitelist'> & { tagName: string };

const PLAIN: Drawn = { tagName: 'div' };
/** By the levels, which nobody changes: they are asked for several times while a node is drawn. */
const resolved = new WeakMap<NodeFieldLevels, Drawn>();

/**
 * A node's fields as shown on this page. Never holds the scope whitelist. Content refuses other tag names when they
 * are set; here it is for what was stored before, and for what the editor shows before it is saved.
 */
export function drawnFields(page: Page, nodeId: Id): Drawn {
  const levels = page.nodeFields[nodeId];
  if (!levels) return PLAIN;
  const known = resolved.get(levels);
  if (known) return known;
  const { scopeWhitelist: _, ...fields } = resolveFields(levels);
  const tagName = fields.tagName && isTagName(fields.tagName) ? fields.tagName : 'div';
  const drawn = { ...fields, tagName };
  resolved.set(levels, drawn);
  return drawn;
}

/** The id of a node's element. A page's <main> always has one, for the link that skips to it. */
export function elementId(fields: Drawn): string | undefined {
  return fields.ids?.[0] ?? (fields.tagName === 'main' ? 'main' : undefined);
}

/** Where a node leads. Only to addresses that a link may have. */
export function drawnLink(page: Page, nodeId: Id): NodeLink | undefined {
  const link = linkOf(page, nodeId);
  return link && isHref(link.href) ? link : undefined;
}
