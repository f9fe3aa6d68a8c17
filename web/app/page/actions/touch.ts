/**
 * What actions need unchanged, for telling a true conflict between two editors from changes that go together. Its twin
 * is `touch` of the actions in services/content/content/model, where the names of resources are explained;
 * tests/vectors/touched.json holds the two equal.
 */
import { sameJson } from '../same-json.ts';
import { childrenOf, inside, isColumn, isRow, locate, nodeOfPlugin } from '../tree.ts';
import type { Block, FieldLevel, Id, PageNode, PageState } from '../types.ts';
import type { ActionOf } from './define.ts';
import type { Action, ActionName } from './types.ts';

export const resources = {
  node: (id: Id) => `node:${id}`,
  anything: (id: Id) => `node:${id}/*`,
  part: (id: Id, name: string) => `node:${id}/${name}`,
  plugin: (id: Id) => `plugin:${id}`,
  field: (id: Id, name: string) => `plugin:${id}/fields/${[...name].slice(0, 100).join('')}`,
  whole: (id: Id) => `plugin:${id}/whole`,
  branchRemoved: (id: Id) => `branch:${id}/removed`,
};

type Needs = { [N in ActionName]: (state: PageState, action: ActionOf<N>) => string[] };

const NEEDS: Needs = {
  PLUGIN_CREATE: (_, { pluginId }) => [resources.plugin(pluginId)],
  PLUGIN_UPDATE: (state, { pluginId, fields }) => {
    const before = state.plugins[pluginId]?.fields ?? {};
    const changed = Object.keys(fields).filter(
      (name) => !sameJson(before[name] ?? null, fields[name] ?? null),
    );
    const node = nodeOfPlugin(state.page, pluginId);
    return [
      ...changed.map((name) => resources.field(pluginId, name)),
      resources.whole(pluginId),
      ...(node ? around(state, node.id) : []),
    ];
  },
  NODE_CREATE: (state, action) => {
    const given = [...givenNodes([action.node]), ...Object.values(action.blocks ?? {}).flatMap(ofBlock)];
    const shown = given.flatMap((node) =>
      node.type === 'row-branch' ? [resources.branchRemoved(node.blockId)] : [],
    );
    const wraps = [action.wrapBefore, action.wrapAfter].flatMap((ids) => (ids ? [ids.rowId, ids.colId] : []));
    const created = [...given.map(({ id }) => id), ...wraps].map(resources.node);
    return [...into(state, action.parentId), ...created, ...shown, ...wrapped(state, action)];
  },
  NODE_DELETE: (state, { nodeId }) => removal(state, nodeId),
  NODE_SET_TYPE: (state, { nodeId, ids }) => {
    const node = locate(state.page, nodeId)?.node;
    return [
      ...ofNode(state, nodeId, 'type'),
      ...(node?.type === 'row-branch' ? [resources.branchRemoved(node.blockId)] : []),
      ...(node && ids && Object.keys(ids).length > 0 ? columnsInBranches(state, [node]) : []),
      ...(node?.type === 'col-unique' ? [resources.anything(nodeId)] : []),
    ];
  },
  LINK_SET: (state, { nodeId }) => ofNode(state, nodeId, `link@${state.page.id}`),
  BLOCK_CREATE: (_, { blockId }) => [resources.branchRemoved(blockId)],
  LAYOUT_BLOCK_CREATE: (state, { nodeId }) => [
    ...ofNode(state, nodeId, `block@${state.page.id}`),
    resources.part(nodeId, 'type'),
  ],
  LAYOUT_MOVE_NODE: (state, { nodeId, parentId }) => [
    ...ofNode(state, nodeId, 'place'),
    ...into(state, parentId),
  ],
  BLOCK_ADD_PLUGIN_NODE: (state, { parentId, nodeId }) => [...into(state, parentId), resources.node(nodeId)],
  BLOCK_REMOVE_NODE: (state, { nodeId }) => removal(state, nodeId),
  NODE_SET_TAG_NAME: setting('tagName'),
  NODE_SET_TRANSITION_NAME: setting('transitionName'),
  NODE_SET_IDS: setting('ids'),
  NODE_SET_CLASS_NAMES: setting('classNames'),
  NODE_SET_HREF: setting('href'),
  NODE_SET_SCOPE_WHITELIST: setting('scopeWhitelist'),
  NODE_SET_BACKGROUND: setting('background'),
  NODE_SET_SPACING: setting('spacing'),
  NODE_SET_BRANCH_BLOCK: (state, { nodeId, blockId }) => {
    const node = locate(state.page, nodeId)?.node;
    return [
      ...ofNode(state, nodeId, 'branch'),
      resources.branchRemoved(blockId),
      resources.part(nodeId, 'type'),
      ...columnsInBranches(state, node ? [node] : []),
    ];
  },
};

/** The resources that nobody else may have changed for the action to be right on this state. */
export function needs(state: PageState, action: Action): Set<string> {
  const needsOf = NEEDS[action.name] as (state: PageState, action: Action) => string[];
  return new Set(needsOf(state, action));
}

function setting(key: string) {
  return (state: PageState, { nodeId, level }: { nodeId: Id; level: FieldLevel }): string[] =>
    ofNode(state, nodeId, `${key}@${level === 'site' ? 'site' : state.page.id}`);
}

function ofNode(state: PageState, nodeId: Id, ...parts: string[]): string[] {
  return [
    ...parts.map((name) => resources.part(nodeId, name)),
    resources.node(nodeId),
    ...around(state, nodeId),
  ];
}

function into(state: PageState, parentId: Id): string[] {
  return [resources.node(parentId), resources.part(parentId, 'type'), ...around(state, parentId)];
}

/** What holds the node from outside its document: the col-uniques of page blocks, a branch. */
function around({ page }: PageState, nodeId: Id): string[] {
  const found: string[] = [];
  let place = locate(page, nodeId);
  while (place) {
    const parent = place.parentId === null ? undefined : locate(page, place.parentId);
    // Also where the column is gone, or another kind of node: what stands in it is on no page then.
    if (place.home.kind === 'block' && place.parentId === place.home.id) {
      found.push(resources.node(place.home.id), resources.part(place.home.id, 'type'));
    }
    if (place.parentId === null && place.home.kind === 'branch')
      found.push(resources.branchRemoved(place.home.id));
    place = parent;
  }
  return found;
}

function removal(state: PageState, nodeId: Id): string[] {
  const node = locate(state.page, nodeId)?.node;
  const gone = node ? [...inside(state.page, node)] : [];
  return [
    resources.node(nodeId),
    resources.anything(nodeId),
    ...gone.flatMap((each) => [resources.node(each.id), resources.anything(each.id)]),
    ...gone.flatMap((each) => (each.type === 'plugin' ? [resources.plugin(each.pluginId)] : [])),
    ...columnsInBranches(state, gone),
    ...around(state, nodeId),
  ];
}

/** The unique columns in the branch blocks that these nodes show, and in those within them: pages' own parts go with them. */
function columnsInBranches({ page }: PageState, nodes: readonly PageNode[]): string[] {
  const found: string[] = [];
  const entered = new Set<Id>();
  const queue = [...nodes];
  for (let node = queue.pop(); node; node = queue.pop()) {
    if (node.type !== 'row-branch' || entered.has(node.blockId)) continue;
    entered.add(node.blockId);
    for (const inner of ofBlock(page.branches[node.blockId]?.block ?? { nodes: [] })) {
      if (inner.type === 'col-unique') found.push(resources.node(inner.id), resources.anything(inner.id));
      queue.push(inner);
    }
  }
  return found;
}

/** The plugins that a new row puts into rows of their own. */
function wrapped(state: PageState, { parentId, node }: ActionOf<'NODE_CREATE'>): string[] {
  const parent = locate(state.page, parentId)?.node;
  const children = parent ? childrenOf(state.page, parent) : [];
  if (!parent || !isColumn(parent) || !isRow(node) || children[0]?.type !== 'plugin') return [];
  return children.flatMap((plugin) => ofNode(state, plugin.id, 'place'));
}

function givenNodes(nodes: readonly PageNode[]): PageNode[] {
  return nodes.flatMap((node) => [node, ...('block' in node ? ofBlock(node.block) : [])]);
}

function ofBlock(block: Block): PageNode[] {
  return givenNodes(block.nodes);
}
