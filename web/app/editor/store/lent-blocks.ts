/**
 * Branch blocks that the page does not show: read because somebody puts one on it, or taken off it by a save whose undo
 * brings them back. The server leaves them out of the page until a save has put them there, so each state that comes from
 * it is given them anew, as long as a change or a step of the history needs them. They are then as they were when they were
 * read: what is changed in one counts as made on that version, or others' changes since would be overwritten unseen.
 */
import type { Action } from '../../page/actions/types.ts';
import { without } from '../../page/change.ts';
import { locate, shownBy, walk } from '../../page/tree.ts';
import type { Block, BranchRender, Id, PageNode, PageState } from '../../page/types.ts';

/** The state with these blocks and all that they show; what it has already stays as it is. */
export function withBlocks<State extends PageState>(state: State, blocks: readonly BranchRender[]): State {
  if (blocks.length === 0) return state;
  const { page } = state;
  const branches = blocks.map((block) => ({ ...block.branches, [block.branch.id]: block.branch }));
  return {
    ...state,
    page: {
      ...page,
      branches: { ...Object.assign({}, ...branches), ...page.branches },
      nodeFields: { ...Object.assign({}, ...blocks.map(({ nodeFields }) => nodeFields)), ...page.nodeFields },
    },
    plugins: { ...Object.assign({}, ...blocks.map(({ plugins }) => plugins)), ...state.plugins },
  };
}

/** The state with another name for a branch block. */
export function withName<State extends PageState>(state: State, blockId: Id, name: string): State {
  const { page } = state;
  const branch = page.branches[blockId];
  if (!branch) return state;
  return { ...state, page: { ...page, branches: { ...page.branches, [blockId]: { ...branch, name } } } };
}

/** The state with a branch block as it was just read, in place of what was known of it and of those within it. */
export function withFreshBlock<State extends PageState>(
  state: State,
  block: BranchRender,
  isKept: (blockId: Id) => boolean,
): State {
  const stale = [block.branch.id, ...Object.keys(block.branches)].filter((id) => !isKept(id));
  const nodes = stale.flatMap((id) => nodesIn(state.page.branches[id]?.block));
  const plugins = nodes.flatMap((node) => (node.type === 'plugin' ? [node.pluginId] : []));
  const { page } = state;
  const cleared = {
    ...state,
    page: {
      ...page,
      branches: without(page.branches, stale),
      nodeFields: without(
        page.nodeFields,
        nodes.map(({ id }) => id),
      ),
    },
    plugins: without(state.plugins, plugins),
  };
  return withBlocks(cleared, [block]);
}

/** Whether the page shows a branch block, in whatever row. */
export function showsBlock({ page }: PageState, blockId: Id): boolean {
  return [...walk(page)].some((node) => node.type === 'row-branch' && node.blockId === blockId);
}

/** Those of the blocks that changes need, and that the page does not have by itself, nor anything of what is in them. */
export function stillLent(
  blocks: readonly BranchRender[],
  state: PageState,
  changes: readonly { actions: readonly Action[] }[],
): BranchRender[] {
  return blocks.filter(
    (block) =>
      !state.page.branches[block.branch.id] && isNeeded(block, changes) && !isTakenApart(block, state),
  );
}

/** Whether something of a block stands elsewhere on the page: somebody has moved it there since the block was read. */
function isTakenApart({ branch, branches }: BranchRender, { page }: PageState): boolean {
  const placed = new Set(page.plugins.map(({ pluginId }) => pluginId));
  return [branch, ...Object.values(branches)]
    .filter(({ id }) => !page.branches[id])
    .flatMap(({ block }) => nodesIn(block))
    .some((node) => locate(page, node.id) || (node.type === 'plugin' && placed.has(node.pluginId)));
}

/**
 * The blocks that can be lent once the page no longer has them: those that were `lent` already, and those that it has and
 * does not show. They are as `known` has them, which was read at `version`, those that were lent at an older one. What is
 * given as `fresh` takes the place of what is known of it.
 */
export function lendable(
  known: PageState,
  version: number,
  lent: readonly BranchRender[],
  fresh: readonly BranchRender[],
): BranchRender[] {
  const isIn = (id: Id) => (block: BranchRender) => block.branch.id === id || id in block.branches;
  const hidden = hiddenBlocks(known);
  const candidates = Object.keys(known.page.branches).filter(
    (id) => (hidden.includes(id) || lent.some(isIn(id))) && !fresh.some(isIn(id)),
  );
  const blocks = candidates.flatMap((id) => {
    const versions = lent.filter(isIn(id)).map((block) => block.version);
    return renderOf(known, id, Math.min(version, ...versions)) ?? [];
  });
  return [...blocks, ...fresh];
}

/** A block as a state has it, with all that it shows. */
function renderOf({ page, plugins }: PageState, blockId: Id, version: number): BranchRender | undefined {
  const branch = page.branches[blockId];
  if (!branch) return undefined;
  const { branchIds } = shownBy(page, branch.block.nodes);
  const block = { version, branch, branches: only(page.branches, branchIds), nodeFields: {}, plugins: {} };
  const ids = idsIn(block);
  return { ...block, nodeFields: only(page.nodeFields, ids), plugins: only(plugins, ids) };
}

function only<T>(record: Record<Id, T>, ids: ReadonlySet<Id>): Record<Id, T> {
  return Object.fromEntries(Object.entries(record).filter(([id]) => ids.has(id)));
}

/** The ids of the blocks that a state has and does not show. */
export function hiddenBlocks({ page }: PageState): Id[] {
  const all = Object.keys(page.branches);
  if (all.length === 0) return all;
  const shown = new Set(
    [...walk(page)].flatMap((node) => (node.type === 'row-branch' ? [node.blockId] : [])),
  );
  return all.filter((id) => !shown.has(id));
}

/** Those of the blocks that resources are about, as conflicts name them, and that the page does not have by itself. */
export function lentOf(
  blocks: readonly BranchRender[],
  { page }: PageState,
  resources: readonly string[],
): BranchRender[] {
  return blocks.filter((block) => {
    const ids = idsIn(block);
    return !page.branches[block.branch.id] && resources.some((name) => ids.has(name.split(':')[1] ?? ''));
  });
}

/** Whether one of the changes is about a block, or about something in it. */
export function isNeeded(block: BranchRender, changes: readonly { actions: readonly Action[] }[]): boolean {
  const ids = idsIn(block);
  return changes.some(({ actions }) => actions.some((action) => namedBy(action).some((id) => ids.has(id))));
}

/** The version that actions can have been made on at the latest, by the blocks that they are about. */
export function versionLent(blocks: readonly BranchRender[], actions: readonly Action[]): number {
  const versions = blocks.filter((block) => isNeeded(block, [{ actions }])).map(({ version }) => version);
  return Math.min(Number.POSITIVE_INFINITY, ...versions);
}

/** Of a block and those within it: the blocks, the nodes and the plugins. */
export function idsIn({ branch, branches }: BranchRender): Set<Id> {
  const all = [branch, ...Object.values(branches)];
  const nodes = all.flatMap(({ block }) => nodesIn(block));
  return new Set([
    ...all.map(({ id }) => id),
    ...nodes.map(({ id }) => id),
    ...nodes.flatMap((node) => (node.type === 'plugin' ? [node.pluginId] : [])),
  ]);
}

function nodesIn(block: Block | undefined): PageNode[] {
  return (block?.nodes ?? []).flatMap((node) => [node, ...('block' in node ? nodesIn(node.block) : [])]);
}

/** What an action is about, and the blocks that it has shown. */
function namedBy(action: Action): Id[] {
  const own = (['nodeId', 'parentId', 'pluginId', 'blockId'] as const).flatMap((name) => {
    const id = (action as Partial<Record<typeof name, Id>>)[name];
    return id ? [id] : [];
  });
  if (action.name !== 'NODE_CREATE') return own;
  const blocks = [{ nodes: [action.node] }, ...Object.values(action.blocks ?? {})];
  const shown = blocks.flatMap(nodesIn).flatMap((node) => (node.type === 'row-branch' ? [node.blockId] : []));
  return [...own, ...shown];
}
