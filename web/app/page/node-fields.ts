/** What a node looks like once its levels are put together. */
import type { Background, Id, NodeFieldLevels, NodeFields, NodeLink, Page, Spacing } from './types.ts';

export const BACKGROUND_KEYS = [
  'allowBackground',
  'backgroundTextColour',
  'backgroundTextShadow',
  'backgroundMaskText',
  'backgroundMaskPositionX',
  'backgroundMaskPositionY',
  'backgroundColour',
  'backgroundImage',
  'backgroundVideoMp4',
  'backgroundVideoLoop',
  'backgroundVideoUrl',
  'backgroundMobileImage',
  'backgroundParallax',
] as const satisfies readonly (keyof Background)[];

const LINK_KEYS = ['href', 'hrefTarget'] as const satisfies readonly (keyof NodeFields)[];

export const SPACING_KEYS = [
  'innerSpacing',
  'width',
  'contentWidth',
  'gap',
] as const satisfies readonly (keyof Spacing)[];

/** The background of one level; null when it has none. */
export function backgroundOf(fields: NodeFields | undefined): Background | null {
  return picked(fields, BACKGROUND_KEYS);
}

/** The widths and spaces of one level; null when it has none. */
export function spacingOf(fields: NodeFields | undefined): Spacing | null {
  return picked(fields, SPACING_KEYS);
}

function picked(fields: NodeFields = {}, keys: readonly string[]): NodeFields | null {
  const entries = Object.entries(fields).filter(([key]) => keys.includes(key));
  return entries.length > 0 ? Object.fromEntries(entries) : null;
}

function union(site: readonly string[] = [], page: readonly string[] = []): string[] | undefined {
  // Most nodes have none, and this is asked for each of them on every page that is rendered.
  if (site.length + page.length === 0) return undefined;
  return [...new Set([...site, ...page])];
}

/** Adds the keys of one group, from the page when it has any of them, else from the site. */
function putGroup(
  fields: NodeFields,
  { site = {}, page = {} }: NodeFieldLevels,
  keys: readonly (keyof NodeFields)[],
): void {
  const source = keys.some((key) => page[key] !== undefined) ? page : site;
  for (const key of keys) put(fields, key, source[key]);
}

/**
 * The fields that a node is drawn with: the page's win; ids and class names of both count; a background, and an
 * href with its target, is taken from one level as a whole. scopeWhitelist joins both, to show that there is one:
 * who sees the node is decided on the server, where both lists must pass.
 */
export function resolveFields(levels: NodeFieldLevels | undefined): NodeFields {
  if (!levels) return {};
  const { site = {}, page = {} } = levels;
  // Written out: it is asked for each node on every page that is rendered.
  const fields: NodeFields = {};
  put(fields, 'tagName', page.tagName ?? site.tagName);
  put(fields, 'transitionName', page.transitionName ?? site.transitionName);
  put(fields, 'ids', union(site.ids, page.ids));
  put(fields, 'classNames', union(site.classNames, page.classNames));
  put(fields, 'scopeWhitelist', union(site.scopeWhitelist, page.scopeWhitelist));
  putGroup(fields, levels, LINK_KEYS);
  putGroup(fields, levels, BACKGROUND_KEYS);
  for (const key of SPACING_KEYS) put(fields, key, page[key] ?? site[key]);
  return fields;
}

function put<K extends keyof NodeFields>(fields: NodeFields, key: K, value: NodeFields[K]): void {
  if (value !== undefined) fields[key] = value;
}

/** Where a node links to: the page's link wins over the node's own href. */
export function linkOf(page: Page, nodeId: Id): NodeLink | undefined {
  const link = page.links[nodeId];
  if (link) return link;
  const { href, hrefTarget } = resolveFields(page.nodeFields[nodeId]);
  return href ? { href, targetBlank: hrefTarget === '_blank' } : undefined;
}

/** Ids or class names as a list: text is split on spaces, repeated names are dropped. */
export function toNames(value: string | readonly string[]): string[] {
  const names = typeof value === 'string' ? value.split(/\s+/) : value;
  return [...new Set(names.filter((name) => name !== ''))];
}

export function namesOrNone(value: string | readonly string[]): string[] | undefined {
  const names = toNames(value);
  return names.length > 0 ? names : undefined;
}
