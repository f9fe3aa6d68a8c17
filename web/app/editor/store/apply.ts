/** Runs changes over a page, for the store. What an action does is the page model's business. */
import { applyActions, invertActions } from '../../page/actions/index.ts';
import type { Action } from '../../page/actions/types.ts';
import { inside, locate } from '../../page/tree.ts';
import type { Id, PageRender, PageState } from '../../page/types.ts';
import type { QueuedChange, Taken } from './queue.ts';

export function stateOf(render: PageRender): PageState {
  return { page: render.page, plugins: render.plugins };
}

/** All actions or a throw; `inverse` leads back, applied in its order. */
export function applyWithInverse(
  start: PageState,
  actions: readonly Action[],
): { state: PageState; inverse: Action[] } {
  const state = applyActions(start, actions);
  return { state, inverse: state === start ? [] : invertActions(start, actions) };
}

export function tryApply(start: PageState, actions: readonly Action[]): PageState | undefined {
  try {
    return applyActions(start, actions);
  } catch {
    return undefined;
  }
}

export interface Fitted {
  state: PageState;
  kept: QueuedChange[];
  dropped: QueuedChange[];
  /** What takes each kept change back, by its id: on this page, not on the one that it was made on. */
  inverses: Map<string, Action[]>;
}

/**
 * Puts changes on a page that others may have changed since: each goes on whole or is dropped whole. What was
 * built on a dropped one is dropped as well, because it does not fit either. A removal fits where it takes nothing that it
 * did not take when it was made: what others have put into a column since, or what a dropped change had saved from it.
 * `refused`: those that are dropped though they fit.
 */
export function applyWhatFits(
  start: PageState,
  changes: readonly QueuedChange[],
  refused: ReadonlySet<string> = new Set(),
): Fitted {
  const fitted: Fitted = { state: start, kept: [], dropped: [], inverses: new Map() };
  for (const change of changes) {
    const isDropped = refused.has(change.id) || takesMore(fitted.state, change);
    const after = isDropped ? undefined : tryApply(fitted.state, change.actions);
    if (after) {
      fitted.inverses.set(change.id, invertActions(fitted.state, change.actions));
      fitted.state = after;
      fitted.kept.push(change);
    } else fitted.dropped.push(change);
  }
  return fitted;
}

/** What goes with each node that the actions remove, itself included; undefined where they remove none. */
export function takenBy(start: PageState, actions: readonly Action[]): Taken | undefined {
  if (!actions.some(isRemoval)) return undefined;
  const taken: Taken = {};
  let state: PageState | undefined = start;
  for (const action of actions) {
    if (isRemoval(action)) taken[action.nodeId] = idsWithin(state, action.nodeId);
    state = tryApply(state, [action]);
    if (!state) break;
  }
  return taken;
}

function takesMore(start: PageState, change: QueuedChange): boolean {
  return removalsTakingMore(start, change).length > 0;
}

/** The nodes that a change removes though others have put something into them since. */
function removalsTakingMore(start: PageState, { actions, taken: before }: QueuedChange): Id[] {
  const now = before && takenBy(start, actions);
  return Object.entries(now ?? {})
    .filter(([nodeId, ids]) => {
      const known = before?.[nodeId];
      return known !== undefined && ids.some((id) => !known.includes(id));
    })
    .map(([nodeId]) => nodeId);
}

/** The nodes that stay on this page though the changes remove them, as `applyWhatFits` has it. */
export function heldBack(start: PageState, changes: readonly QueuedChange[]): Set<Id> {
  const held = new Set<Id>();
  let state = start;
  for (const change of changes) {
    const more = removalsTakingMore(state, change);
    for (const nodeId of more) held.add(nodeId);
    if (more.length === 0) state = tryApply(state, change.actions) ?? state;
  }
  return held;
}

export function isRemoval(
  action: Action,
): action is Extract<Action, { name: 'NODE_DELETE' | 'BLOCK_REMOVE_NODE' }> {
  return action.name === 'NODE_DELETE' || action.name === 'BLOCK_REMOVE_NODE';
}

function idsWithin({ page }: PageState, nodeId: Id): Id[] {
  const node = locate(page, nodeId)?.node;
  return node ? [...inside(page, node)].map(({ id }) => id) : [];
}
