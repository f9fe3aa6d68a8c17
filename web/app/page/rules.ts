/** What may stand in what, and how large a page may grow. */
import { MAX_COLUMNS } from '../limits.ts';
import { ActionFault } from './fault.ts';
import { blockOf, childrenOf, isColumn, isRow, locate, nodeOfPlugin, shownBy } from './tree.ts';
import type { Block, Id, NodeType, Page, PageNode, PageState } from './types.ts';

export const MAX_DEPTH = 12;
export const MAX_NODES = 5000;
/** How many columns a row may be given, fewest first. */
export const COLUMN_COUNTS: readonly number[] = Array.from({ length: MAX_COLUMNS }, (_, index) => index + 1);

const COLUMNS: readonly NodeType[] = ['col', 'col-unique', 'col-shared'];
const BANDS: readonly NodeType[] = ['layout', 'row', 'row-branch'];
const IN_COLUMN: readonly NodeType[] = ['row', 'row-branch', 'plugin'];

const CHILDREN: Record<NodeType, readonly NodeType[]> = {
  root: BANDS,
  layout: BANDS,
  row: COLUMNS,
  'row-branch': COLUMNS,
  col: IN_COLUMN,
  'col-unique': IN_COLUMN,
  'col-shared': IN_COLUMN,
  plugin: [],
};

/** Whether a node of one type may ever hold one of another. */
function childrenAllowed(parent: NodeType, child: NodeType): boolean {
  return CHILDREN[parent].includes(child);
}

/** ActionFault unless a node of this type may hold exactly these children. */
export function checkChildren(parent: PageNode, nodes: readonly PageNode[], field: string): void {
  const wrong = nodes.find((node) => !childrenAllowed(parent.type, node.type));
  if (wrong)
    throw new ActionFault('child_not_allowed', field, `A ${parent.type} cannot contain a ${wrong.type}.`);
  const plugins = nodes.filter((node) => node.type === 'plugin').length;
  if (isColumn(parent) && plugins > 0 && plugins < nodes.length) {
    throw new ActionFault('child_not_allowed', field, 'A column can contain either plugins or rows.');
  }
  if (!isRow(parent)) return;
  if (nodes.length > MAX_COLUMNS) {
    throw new ActionFault('too_many_columns', field, `A row can have at most ${MAX_COLUMNS} columns.`);
  }
  if (nodes.length === 0) throw new ActionFault('last_column', field, 'A row needs at least one column.');
}

/** ActionFault unless the node may join the children of the parent. */
export function checkInsert(page: Page, parent: PageNode, node: PageNode): void {
  const others = childrenOf(page, parent).filter((sibling) => sibling.id !== node.id);
  checkChildren(parent, [...others, node], 'parentId');
}

/** ActionFault when what these nodes show includes the place that they are to be put in. */
export function checkNoCycle(page: Page, nodes: readonly PageNode[], parent: PageNode): void {
  const { nodeIds, branchIds } = shownBy(page, nodes);
  if (nodeIds.has(parent.id) || (parent.type === 'row-branch' && branchIds.has(parent.blockId))) {
    throw new ActionFault('move_into_itself', 'parentId', 'A node cannot be put inside itself.');
  }
}

/** ActionFault id_taken when a node has one of these ids, or one comes twice. */
export function checkFree(page: Page, ids: readonly Id[], field: string): void {
  if (new Set(ids).size < ids.length || ids.some((id) => locate(page, id))) {
    throw new ActionFault('id_taken', field, 'There is a node with this id already.');
  }
}

/** All nodes in these new ones, page blocks included; ActionFault unless they can be added. */
export function checkNew(
  state: PageState,
  nodes: readonly PageNode[],
  blocks: Record<Id, Block>,
): PageNode[] {
  const found: PageNode[] = [];
  const usedBlocks = new Set<Id>();
  const queue = [...nodes];
  for (let node = queue.shift(); node; node = queue.shift()) {
    found.push(node);
    let block = 'block' in node ? node.block : undefined;
    if (node.type === 'col-unique' && !usedBlocks.has(node.id)) {
      usedBlocks.add(node.id);
      block = blocks[node.id];
    }
    if (!block) continue;
    checkChildren(node, block.nodes, 'node');
    queue.push(...block.nodes);
  }
  checkFree(
    state.page,
    found.map((node) => node.id),
    'node',
  );
  checkReferences(state, found);
  return found;
}

function checkReferences(state: PageState, nodes: readonly PageNode[]): void {
  const placed = new Set<Id>();
  for (const node of nodes) {
    if (node.type === 'row-branch' && !state.page.branches[node.blockId]) {
      throw new ActionFault('branch_not_found', 'node', 'The branch block is not known.');
    }
    if (node.type !== 'plugin') continue;
    checkPlugin(state, node.pluginId, 'node', placed);
    placed.add(node.pluginId);
  }
}

/** ActionFault unless the instance is there and stands nowhere yet. */
export function checkPlugin(state: PageState, pluginId: Id, field: string, placed?: ReadonlySet<Id>): void {
  if (!state.plugins[pluginId]) throw new ActionFault('plugin_not_found', field, 'The plugin is not known.');
  if (placed?.has(pluginId) || nodeOfPlugin(state.page, pluginId)) {
    throw new ActionFault('id_taken', field, 'The plugin is on the page already.');
  }
}

interface Extent {
  depth: number;
  count: number;
}

function measure(page: Page, nodes: readonly PageNode[], level: number, branches: Map<Id, Extent>): Extent {
  const extent: Extent = { depth: 0, count: 0 };
  for (const node of nodes) {
    checkDepth(level);
    const known = node.type === 'row-branch' ? branches.get(node.blockId) : undefined;
    const inner = known ?? measure(page, blockOf(page, node)?.nodes ?? [], level + 1, branches);
    if (node.type === 'row-branch') branches.set(node.blockId, inner);
    extent.depth = Math.max(extent.depth, inner.depth + 1);
    extent.count += inner.count + 1;
  }
  return extent;
}

function checkDepth(depth: number): void {
  if (depth > MAX_DEPTH)
    throw new ActionFault('tree_too_deep', '', `A page is at most ${MAX_DEPTH} levels deep.`);
}

/**
 * ActionFault when the page, with its branches shown wherever they stand, is too deep or too large.
 * Branches are measured once, so that branches within branches cannot make this slow.
 */
export function checkLimits(page: Page): void {
  const { depth, count } = measure(page, page.layout.block.nodes, 1, new Map<Id, Extent>());
  checkDepth(depth);
  if (count > MAX_NODES)
    throw new ActionFault('tree_too_large', '', `A page has at most ${MAX_NODES} nodes.`);
}
