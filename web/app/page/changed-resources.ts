/** Which resources differ between two states of a page, by the names that actions/touch.ts gives them. */
import { resources } from './actions/touch.ts';
import { BACKGROUND_KEYS } from './node-fields.ts';
import { sameJson } from './same-json.ts';
import { childrenOf, locate, parentOf, walk } from './tree.ts';
import type { FieldLevel, Id, NodeFields, PageNode, PageState } from './types.ts';

/**
 * Only what a page shows counts: an undo leaves instances and branches behind that nothing places, and the server sends
 * none of them.
 */
export function changedResources(before: PageState, after: PageState): Set<string> {
  const found = new Set<string>();
  if (before === after) return found;
  const old = shownNodes(before);
  const now = shownNodes(after);
  for (const [id, node] of new Map([...old, ...now])) {
    const one = old.get(id);
    const other = now.get(id);
    const parts = one && other ? differentParts(before, after, one, other) : undefined;
    if (parts?.length === 0) continue;
    if (!parts) found.add(resources.node(id));
    for (const name of parts ?? []) found.add(resources.part(id, name));
    found.add(resources.anything(id));
    noteColumns(found, id, [before, after]);
    if (!parts && node.type === 'plugin')
      found.add(resources.whole(node.pluginId)).add(resources.plugin(node.pluginId));
    if (!parts && node.type === 'row-branch' && !after.page.branches[node.blockId])
      found.add(resources.branchRemoved(node.blockId));
  }
  addFields(found, before, after, [...old.values()]);
  return found;
}

function shownNodes({ page }: PageState): Map<Id, PageNode> {
  return new Map([...walk(page)].map((node) => [node.id, node]));
}

/** Every unique column that a changed node is in has changed, too. */
function noteColumns(found: Set<string>, id: Id, states: readonly PageState[]): void {
  for (const { page } of states) {
    for (let parent = parentOf(page, id); parent; parent = parentOf(page, parent.id)) {
      if (parent.type === 'col-unique') found.add(resources.anything(parent.id));
    }
  }
}

function addFields(found: Set<string>, before: PageState, after: PageState, nodes: PageNode[]): void {
  for (const node of nodes) {
    if (node.type !== 'plugin') continue;
    const one = before.plugins[node.pluginId]?.fields;
    const other = after.plugins[node.pluginId]?.fields;
    if (!one || !other || one === other) continue;
    const names = new Set([...Object.keys(one), ...Object.keys(other)]);
    const changed = [...names].filter((name) => !sameJson(one[name], other[name]));
    if (changed.length === 0) continue;
    for (const name of changed) found.add(resources.field(node.pluginId, name));
    found.add(resources.plugin(node.pluginId));
    noteColumns(found, node.id, [before, after]);
  }
}

function differentParts(before: PageState, after: PageState, one: PageNode, other: PageNode): string[] {
  const pageId = after.page.id;
  const parts: string[] = [];
  if (one.type !== other.type) parts.push('type');
  if (one.type === 'row-branch' && other.type === 'row-branch' && one.blockId !== other.blockId)
    parts.push('branch');
  if (placeOf(before, one.id, after) !== placeOf(after, one.id, before)) parts.push('place');
  if (!sameJson(before.page.links[one.id], after.page.links[one.id])) parts.push(`link@${pageId}`);
  for (const level of ['site', 'page'] as const) {
    const where = level === 'site' ? 'site' : pageId;
    parts.push(...settings(before, after, one.id, level).map((key) => `${key}@${where}`));
  }
  return parts;
}

/** The parent, and the siblings before the node that the other state has in the same parent. */
function placeOf({ page }: PageState, id: Id, { page: other }: PageState): string {
  const parent = parentOf(page, id);
  if (!parent) return '';
  const before: Id[] = [];
  for (const sibling of childrenOf(page, parent)) {
    if (sibling.id === id) break;
    if (locate(other, sibling.id) && parentOf(other, sibling.id)?.id === parent.id) before.push(sibling.id);
  }
  return [parent.id, ...before].join(' ');
}

const KEYS = ['tagName', 'transitionName', 'ids', 'classNames', 'scopeWhitelist'] as const;

function settings(before: PageState, after: PageState, id: Id, level: FieldLevel): string[] {
  const one: NodeFields = before.page.nodeFields[id]?.[level] ?? {};
  const other: NodeFields = after.page.nodeFields[id]?.[level] ?? {};
  if (one === other || sameJson(one, other)) return [];
  const differ = (keys: readonly (keyof NodeFields)[]) => keys.some((key) => !sameJson(one[key], other[key]));
  return [
    ...KEYS.filter((key) => differ([key])),
    ...(differ(['href', 'hrefTarget']) ? ['href'] : []),
    ...(differ(BACKGROUND_KEYS) ? ['background'] : []),
  ];
}
