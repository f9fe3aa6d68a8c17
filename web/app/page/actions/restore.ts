/** Actions that bring back what a removal takes along. */

import { backgroundOf, spacingOf } from '../node-fields.ts';
import { indexIn, inside, parentOf } from '../tree.ts';
import type { Block, FieldLevel, Id, NodeFields, PageNode, PageState } from '../types.ts';
import type { Action } from './types.ts';

const LEVELS: readonly FieldLevel[] = ['site', 'page'];

function settingsOf(nodeId: Id, level: FieldLevel, fields: NodeFields): Action[] {
  const node = { nodeId, level };
  const actions: Action[] = [];
  const { tagName, transitionName, ids, classNames, scopeWhitelist, href, hrefTarget = '' } = fields;
  if (tagName) actions.push({ name: 'NODE_SET_TAG_NAME', ...node, tagName });
  if (transitionName) actions.push({ name: 'NODE_SET_TRANSITION_NAME', ...node, transitionName });
  if (ids) actions.push({ name: 'NODE_SET_IDS', ...node, ids });
  if (classNames) actions.push({ name: 'NODE_SET_CLASS_NAMES', ...node, classNames });
  if (scopeWhitelist) actions.push({ name: 'NODE_SET_SCOPE_WHITELIST', ...node, scopeWhitelist });
  if (href) actions.push({ name: 'NODE_SET_HREF', ...node, href, hrefTarget });
  const background = backgroundOf(fields);
  if (background) actions.push({ name: 'NODE_SET_BACKGROUND', ...node, background });
  const spacing = spacingOf(fields);
  if (spacing) actions.push({ name: 'NODE_SET_SPACING', ...node, spacing });
  return actions;
}

/** Sets again every setting and link of these nodes; in the order of `copySettings`. */
export function restoreSettings(state: PageState, nodes: readonly PageNode[]): Action[] {
  return copySettings(
    state,
    nodes.map(({ id }) => [id, id]),
  );
}

/**
 * Sets every setting and link of one node at another, for each pair of ids; who sees them first, lest a save that holds no
 * more show them all.
 */
export function copySettings(state: PageState, pairs: readonly (readonly [from: Id, to: Id])[]): Action[] {
  const actions = pairs.flatMap(([from, nodeId]): Action[] => {
    const levels = state.page.nodeFields[from] ?? {};
    const settings = LEVELS.flatMap((level) => settingsOf(nodeId, level, levels[level] ?? {}));
    const link = state.page.links[from];
    return link ? [...settings, { name: 'LINK_SET', nodeId, ...link }] : settings;
  });
  const isLimit = ({ name }: Action) => name === 'NODE_SET_SCOPE_WHITELIST';
  return [...actions.filter(isLimit), ...actions.filter((action) => !isLimit(action))];
}

/** Creates again the plugin instances of these nodes, which a save may have left behind. */
export function restorePlugins(state: PageState, nodes: readonly PageNode[]): Action[] {
  return nodes.flatMap((node): Action[] => {
    const plugin = node.type === 'plugin' ? state.plugins[node.pluginId] : undefined;
    return plugin
      ? [{ name: 'PLUGIN_CREATE', pluginId: plugin.id, ref: plugin.ref, fields: plugin.fields }]
      : [];
  });
}

/** Puts a node that is on the page back in its place after it was removed. */
export function restoreNode(state: PageState, node: PageNode): Action[] {
  const nodes = [...inside(state.page, node)];
  const blocks: Record<Id, Block> = {};
  for (const { id, type } of nodes) {
    const block = type === 'col-unique' ? state.page.blocks[id] : undefined;
    if (block) blocks[id] = block;
  }
  const parentId = parentOf(state.page, node.id)?.id ?? '';
  return [
    ...restorePlugins(state, nodes),
    { name: 'NODE_CREATE', parentId, index: indexIn(state.page, node.id), node, blocks },
    ...restoreSettings(state, nodes),
  ];
}
