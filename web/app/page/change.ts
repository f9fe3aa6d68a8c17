/** Changing a page with structural sharing: what an action leaves alone keeps its identity, so that React can memo. */
import { ActionFault } from './fault.ts';
import { sameJson } from './same-json.ts';
import type { Home, Location } from './tree.ts';
import { inside, isColumn, locate, siblingsOf } from './tree.ts';
import type {
  Block,
  FieldLevel,
  Id,
  NodeFieldLevels,
  NodeFields,
  Page,
  PageNode,
  PageState,
} from './types.ts';

export function without<T>(record: Record<Id, T>, ids: Iterable<Id>): Record<Id, T> {
  const gone = new Set([...ids].filter((id) => id in record));
  if (gone.size === 0) return record;
  return Object.fromEntries(Object.entries(record).filter(([id]) => !gone.has(id)));
}

/** Where the node is; ActionFault node_not_found. */
export function find(state: PageState, nodeId: Id, field = 'nodeId'): Location {
  const location = locate(state.page, nodeId);
  if (!location) throw new ActionFault('node_not_found', field, 'The node is not on this page.');
  return location;
}

function changeBlock(block: Block, path: readonly number[], change: (block: Block) => Block): Block {
  const [at, ...below] = path;
  const node = at === undefined ? undefined : block.nodes[at];
  if (at === undefined || !node || !('block' in node)) return change(block);
  const inner = changeBlock(node.block, below, change);
  return inner === node.block ? block : { nodes: block.nodes.with(at, { ...node, block: inner }) };
}

function changeHome(page: Page, home: Home, change: (block: Block) => Block): Page {
  if (home.kind === 'layout')
    return { ...page, layout: { ...page.layout, block: change(page.layout.block) } };
  if (home.kind === 'block') {
    return { ...page, blocks: { ...page.blocks, [home.id]: change(page.blocks[home.id] ?? { nodes: [] }) } };
  }
  const branch = page.branches[home.id];
  if (!branch) throw noBranch();
  return { ...page, branches: { ...page.branches, [home.id]: { ...branch, block: change(branch.block) } } };
}

/** Changes the block that a node stands in. */
export function changeSiblings(
  page: Page,
  { home, path }: Location,
  change: (nodes: PageNode[]) => PageNode[],
): Page {
  return changeHome(page, home, (top) =>
    changeBlock(top, path.slice(0, -1), ({ nodes }) => ({ nodes: change(nodes) })),
  );
}

/** ActionFault unless nodes can be put into what this one shows. */
export function requireBlock(page: Page, parent: PageNode): void {
  if (parent.type === 'plugin')
    throw new ActionFault('child_not_allowed', 'parentId', 'A plugin cannot contain nodes.');
  if (parent.type === 'row-branch' && !page.branches[parent.blockId]) throw noBranch();
}

function noBranch(): ActionFault {
  return new ActionFault('branch_not_found', 'parentId', 'The branch block of this row is not known.');
}

/** Changes the block that a node shows; a col-unique without a block on this page gets one. */
export function changeChildren(
  page: Page,
  parent: Location,
  change: (nodes: PageNode[]) => PageNode[],
): Page {
  const { node, home, path } = parent;
  const inBlock = ({ nodes }: Block) => ({ nodes: change(nodes) });
  requireBlock(page, node);
  if (node.type === 'col-unique') return changeHome(page, { kind: 'block', id: node.id }, inBlock);
  if (node.type === 'row-branch') return changeHome(page, { kind: 'branch', id: node.blockId }, inBlock);
  return changeHome(page, home, (top) => changeBlock(top, path, inBlock));
}

/** Puts a node at `index` (clamped) among what the parent shows. */
export function insert(page: Page, parent: Location, index: number, node: PageNode): Page {
  return changeChildren(page, parent, (nodes) => nodes.toSpliced(clamp(index, nodes.length), 0, node));
}

export function clamp(index: number, length: number): number {
  return Math.max(0, Math.min(index, length));
}

/** Puts another node in the place of one. */
export function replace(page: Page, place: Location, node: PageNode): Page {
  return changeSiblings(page, place, (nodes) => nodes.with(place.path.at(-1) ?? 0, node));
}

/** Takes a node out of its siblings; its settings and page blocks stay. */
export function take(page: Page, place: Location): Page {
  return changeSiblings(page, place, (nodes) => nodes.filter((node) => node.id !== place.node.id));
}

/** Takes a node out with all in it and their settings. Plugin instances and branches stay. */
export function remove(state: PageState, place: Location): PageState {
  checkLeaves(state, place);
  const ids = [...inside(state.page, place.node)].map((node) => node.id);
  const page = take(state.page, place);
  return {
    ...state,
    page: {
      ...page,
      blocks: without(page.blocks, ids),
      nodeFields: without(page.nodeFields, ids),
      links: without(page.links, ids),
    },
  };
}

/** ActionFault unless the node may leave its parent: the root stays, and so does a row's last column. */
export function checkLeaves(state: PageState, place: Location): void {
  if (place.node.type === 'root') {
    throw new ActionFault('type_not_possible', 'nodeId', 'The root of a layout stays where it is.');
  }
  if (isColumn(place.node) && siblingsOf(state.page, place.node.id).length === 1) {
    throw new ActionFault('last_column', 'nodeId', 'The last column cannot leave its row: remove the row.');
  }
}

/** Replaces these keys of a node's fields; undefined, null and '' remove. The same state when nothing changes. */
export function setFields(
  state: PageState,
  nodeId: Id,
  level: FieldLevel,
  keys: readonly string[],
  values: NodeFields,
): PageState {
  const levels: NodeFieldLevels = state.page.nodeFields[nodeId] ?? {};
  const kept = Object.entries(levels[level] ?? {}).filter(([key]) => !keys.includes(key));
  const set = Object.entries(values).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  );
  const after: NodeFields = Object.fromEntries([...kept, ...set]);
  if (sameJson(after, levels[level] ?? {})) return state;
  const { [level]: _, ...others } = levels;
  const newLevels: NodeFieldLevels = Object.keys(after).length > 0 ? { ...others, [level]: after } : others;
  const rest = without(state.page.nodeFields, [nodeId]);
  const nodeFields = Object.keys(newLevels).length > 0 ? { ...rest, [nodeId]: newLevels } : rest;
  return { ...state, page: { ...state.page, nodeFields } };
}
