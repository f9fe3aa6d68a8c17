/** Reading a page's trees. Pure; nothing here changes a page (change.ts does). */
import { sameJson } from './same-json.ts';
import type { Block, Id, Page, PageNode, PageState } from './types.ts';

/** The document that a node is stored in: the layout, a page's own block (id of its col-unique) or a branch. */
export interface Home {
  kind: 'layout' | 'block' | 'branch';
  id: Id;
}

export interface Location {
  node: PageNode;
  home: Home;
  /** Indexes from the top of the document down to the node. */
  path: number[];
  /** The node that holds it; null for the root and for the top of a branch, which many nodes can show. */
  parentId: Id | null;
}

const NO_NODES: readonly PageNode[] = [];
const indexes = new WeakMap<Page, Map<Id, Location>>();

export function isColumn(node: Pick<PageNode, 'type'>): boolean {
  return node.type === 'col' || node.type === 'col-unique' || node.type === 'col-shared';
}

export function isRow(node: Pick<PageNode, 'type'>): boolean {
  return node.type === 'row' || node.type === 'row-branch';
}

/** The block that a node shows on this page; undefined for plugins and for what has none yet. */
export function blockOf(page: Page, node: PageNode): Block | undefined {
  if (node.type === 'col-unique') return page.blocks[node.id];
  if (node.type === 'row-branch') return page.branches[node.blockId]?.block;
  return node.type === 'plugin' ? undefined : node.block;
}

export function childrenOf(page: Page, node: PageNode): readonly PageNode[] {
  return blockOf(page, node)?.nodes ?? NO_NODES;
}

function addBlock(
  index: Map<Id, Location>,
  block: Block,
  home: Home,
  above: number[],
  parentId: Id | null,
): void {
  block.nodes.forEach((node, position) => {
    const path = [...above, position];
    index.set(node.id, { node, home, path, parentId });
    if ('block' in node) addBlock(index, node.block, home, path, node.id);
  });
}

/** Where every node of the page is, also of branches that nothing shows. Made once for each page object. */
export function indexOf(page: Page): Map<Id, Location> {
  const known = indexes.get(page);
  if (known) return known;
  const index = new Map<Id, Location>();
  addBlock(index, page.layout.block, { kind: 'layout', id: page.layout.id }, [], null);
  for (const [id, block] of Object.entries(page.blocks))
    addBlock(index, block, { kind: 'block', id }, [], id);
  for (const [id, branch] of Object.entries(page.branches)) {
    addBlock(index, branch.block, { kind: 'branch', id }, [], null);
  }
  indexes.set(page, index);
  return index;
}

export function locate(page: Page, nodeId: Id): Location | undefined {
  return indexOf(page).get(nodeId);
}

export function findNode(page: Page, nodeId: Id): PageNode | undefined {
  return locate(page, nodeId)?.node;
}

/** The node that holds it; for the top of a branch the first row that shows the branch. */
export function parentOf(page: Page, nodeId: Id): PageNode | undefined {
  const location = locate(page, nodeId);
  if (!location) return undefined;
  if (location.parentId !== null) return findNode(page, location.parentId);
  return location.home.kind === 'branch' ? rowsShowing(page, location.home.id)[0] : undefined;
}

export function siblingsOf(page: Page, nodeId: Id): readonly PageNode[] {
  const location = locate(page, nodeId);
  if (!location) return NO_NODES;
  const { home, parentId } = location;
  if (home.kind === 'branch' && parentId === null) return page.branches[home.id]?.block.nodes ?? NO_NODES;
  const parent = parentId === null ? undefined : findNode(page, parentId);
  // A page's block stays while its column is gone from the layout.
  if (!parent) return (home.kind === 'block' ? page.blocks[home.id] : page.layout.block)?.nodes ?? NO_NODES;
  return childrenOf(page, parent);
}

/** Its place among its siblings; -1 when it is not there. */
export function indexIn(page: Page, nodeId: Id): number {
  return locate(page, nodeId)?.path.at(-1) ?? -1;
}

/** Every node that the page shows, parents first. A branch inside itself is not entered again. */
export function* walk(page: Page): Generator<PageNode> {
  yield* read(page, page.layout.block.nodes, []);
}

function* read(page: Page, nodes: readonly PageNode[], branches: readonly Id[]): Generator<PageNode> {
  for (const node of nodes) {
    yield node;
    const isBranch = node.type === 'row-branch';
    if (isBranch && branches.includes(node.blockId)) continue;
    yield* read(page, childrenOf(page, node), isBranch ? [...branches, node.blockId] : branches);
  }
}

/** The node and all that goes when it is removed: also the page's blocks of its columns, but no branch. */
export function* inside(page: Page, node: PageNode): Generator<PageNode> {
  yield node;
  if (node.type === 'row-branch') return;
  for (const child of childrenOf(page, node)) yield* inside(page, child);
}

/** All nodes and branches that these nodes show, through page blocks and branches. */
export function shownBy(page: Page, nodes: readonly PageNode[]): { nodeIds: Set<Id>; branchIds: Set<Id> } {
  const nodeIds = new Set<Id>();
  const branchIds = new Set<Id>();
  const queue = [...nodes];
  for (let node = queue.pop(); node; node = queue.pop()) {
    if (nodeIds.has(node.id)) continue;
    nodeIds.add(node.id);
    if (node.type === 'row-branch') {
      if (branchIds.has(node.blockId)) continue;
      branchIds.add(node.blockId);
    }
    queue.push(...childrenOf(page, node));
  }
  return { nodeIds, branchIds };
}

export function rowsShowing(page: Page, branchId: Id): PageNode[] {
  const rows: PageNode[] = [];
  for (const { node } of indexOf(page).values()) {
    if (node.type === 'row-branch' && node.blockId === branchId) rows.push(node);
  }
  return rows;
}

/** The node of a plugin instance, when it stands anywhere. */
export function nodeOfPlugin(page: Page, pluginId: Id): PageNode | undefined {
  for (const { node } of indexOf(page).values()) {
    if (node.type === 'plugin' && node.pluginId === pluginId) return node;
  }
  return undefined;
}

/** Ids of the plugins that the page shows, in reading order, each once. */
export function pluginIds(page: Page): Id[] {
  return [...new Set([...walk(page)].flatMap((node) => (node.type === 'plugin' ? [node.pluginId] : [])))];
}

export function hasScopeWhitelist(page: Page): boolean {
  for (const node of walk(page)) {
    const levels = page.nodeFields[node.id];
    if (levels?.site?.scopeWhitelist?.length || levels?.page?.scopeWhitelist?.length) return true;
  }
  return false;
}

/** The state with `page.plugins` and `page.hasScopeWhitelist` as they follow from its trees. */
export function derived(state: PageState): PageState {
  const { page } = state;
  const plugins = pluginIds(page).flatMap((pluginId) => {
    const plugin = state.plugins[pluginId];
    return plugin ? [{ ref: plugin.ref, pluginId }] : [];
  });
  const isRestricted = hasScopeWhitelist(page);
  if (page.hasScopeWhitelist === isRestricted && sameJson(page.plugins, plugins)) return state;
  return { ...state, page: { ...page, plugins, hasScopeWhitelist: isRestricted } };
}
