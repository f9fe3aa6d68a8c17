import { changeChildren, clamp, find, insert } from '../change.ts';
import { ActionFault } from '../fault.ts';
import { checkFree, checkInsert, checkNew, checkNoCycle } from '../rules.ts';
import type { Location } from '../tree.ts';
import { blockOf, childrenOf, findNode, isColumn, isRow } from '../tree.ts';
import type { Block, BlockNode, Id, Page, PageNode, PageState } from '../types.ts';
import type { ActionOf } from './define.ts';
import { defineAction } from './define.ts';
import { restorePlugins, restoreSettings } from './restore.ts';
import type { Action, WrapIds } from './types.ts';

type NodeCreate = ActionOf<'NODE_CREATE'>;

/** Whether the plugins of the column must be put in rows of their own, because a row comes among them. */
function wraps(page: Page, parent: PageNode, node: PageNode): boolean {
  return isRow(node) && isColumn(parent) && childrenOf(page, parent)[0]?.type === 'plugin';
}

function sidesOf(
  page: Page,
  parent: PageNode,
  action: NodeCreate,
): [readonly PageNode[], WrapIds | undefined][] {
  const plugins = childrenOf(page, parent);
  const at = clamp(action.index, plugins.length);
  const sides: [readonly PageNode[], WrapIds | undefined][] = [
    [plugins.slice(0, at), action.wrapBefore],
    [plugins.slice(at), action.wrapAfter],
  ];
  return sides.filter(([nodes]) => nodes.length > 0);
}

function wrapped(nodes: readonly PageNode[], ids: WrapIds | undefined): BlockNode {
  if (!ids)
    throw new ActionFault('wrap_ids_missing', 'wrapBefore', "The column's plugins need rows of their own.");
  const column: BlockNode = { id: ids.colId, type: 'col', block: { nodes: [...nodes] } };
  return { id: ids.rowId, type: 'row', block: { nodes: [column] } };
}

/** Puts the plugins before and after the index in rows of their own. */
function wrap(page: Page, parent: Location, action: NodeCreate, created: readonly PageNode[]): Page {
  const rows = sidesOf(page, parent.node, action).map(([nodes, ids]) => wrapped(nodes, ids));
  const wrapIds = rows.flatMap((row) => [row.id, ...row.block.nodes.map((column) => column.id)]);
  checkFree(page, [...created.map((node) => node.id), ...wrapIds], 'wrapBefore');
  return changeChildren(page, parent, () => rows);
}

/** The page's blocks of new columns: those given, else empty ones. */
function withBlocks(page: Page, created: readonly PageNode[], given: Record<Id, Block>): Page {
  const columns = created.filter((node) => node.type === 'col-unique');
  if (columns.length === 0) return page;
  const blocks = columns.map(({ id }) => [id, given[id] ?? { nodes: [] }] as const);
  return { ...page, blocks: { ...page.blocks, ...Object.fromEntries(blocks) } };
}

function apply(state: PageState, action: NodeCreate): PageState {
  const { node, blocks = {} } = action;
  const parent = find(state, action.parentId, 'parentId');
  const created = checkNew(state, [node], blocks);
  checkNoCycle(state.page, created, parent.node);
  const isWrapping = wraps(state.page, parent.node, node);
  const page = isWrapping ? wrap(state.page, parent, action, created) : state.page;
  checkInsert(page, findNode(page, action.parentId) ?? parent.node, node);
  const hasBefore = clamp(action.index, childrenOf(state.page, parent.node).length) > 0;
  const index = isWrapping ? Number(hasBefore) : action.index;
  return { ...state, page: withBlocks(insert(page, parent, index, node), created, blocks) };
}

/** The plugins leave their rows, the rows go, and the plugins come back as they were. */
function unwrap(state: PageState, parent: PageNode, action: NodeCreate): Action[] {
  const rows = sidesOf(state.page, parent, action).flatMap(([, ids]) => (ids ? [ids.rowId] : []));
  const plugins = childrenOf(state.page, parent).filter((node) => node.type === 'plugin');
  return [
    ...plugins.map(({ id }): Action => ({ name: 'BLOCK_REMOVE_NODE', nodeId: id })),
    ...[...rows, action.node.id].map((nodeId): Action => ({ name: 'NODE_DELETE', nodeId })),
    ...restorePlugins(state, plugins),
    ...plugins.map(({ id, pluginId }, index): Action => {
      return { name: 'BLOCK_ADD_PLUGIN_NODE', parentId: parent.id, index, nodeId: id, pluginId };
    }),
    ...restoreSettings(state, plugins),
  ];
}

export const nodeCreate = defineAction({
  name: 'NODE_CREATE',
  required: ['parentId'],
  grows: true,
  apply,
  invert(state, action) {
    const { node: parent } = find(state, action.parentId, 'parentId');
    const isWrapping = blockOf(state.page, parent) && wraps(state.page, parent, action.node);
    return isWrapping ? unwrap(state, parent, action) : [{ name: 'NODE_DELETE', nodeId: action.node.id }];
  },
});
