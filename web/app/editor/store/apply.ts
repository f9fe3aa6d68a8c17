/** Runs changes over a page, for the store. What an action does is the page model's business. */
import { applyActions, invertActions } from '../../page/actions/index.ts';
import type { Action } from '../../page/actions/types.ts';
import { inside, locate } from '../../page/tree.ts';
import type { Id, PageRender, PageState } from '../../page/types.ts';
import type { QueuedChange } from './queue.ts';

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
 * built on a dropped one is dropped as well, because it does not fit either: so is the removal of what holds something
 * that a dropped one, or one of `givenUp`, would have moved out before.
 */
export function applyWhatFits(
  start: PageState,
  changes: readonly QueuedChange[],
  givenUp: readonly Action[] = [],
): Fitted {
  const fitted: Fitted = { state: start, kept: [], dropped: [], inverses: new Map() };
  const staying = new Set(stayingWithout(givenUp));
  for (const change of changes) {
    const takesTooMuch = takesAlong(fitted.state, change.actions, staying);
    const after = takesTooMuch ? undefined : tryApply(fitted.state, change.actions);
    if (after) {
      fitted.inverses.set(change.id, invertActions(fitted.state, change.actions));
      fitted.state = after;
      fitted.kept.push(change);
    } else {
      fitted.dropped.push(change);
      for (const id of stayingWithout(change.actions)) staying.add(id);
    }
  }
  return fitted;
}

/** The nodes that stay where they are when these actions are not made after all. */
function stayingWithout(actions: readonly Action[]): Id[] {
  return actions.flatMap((action) =>
    action.name === 'LAYOUT_MOVE_NODE' || isRemoval(action) ? [action.nodeId] : [],
  );
}

/** Whether actions remove something that holds one of the nodes; to remove such a node by itself is meant so. */
function takesAlong(start: PageState, actions: readonly Action[], staying: ReadonlySet<Id>): boolean {
  if (staying.size === 0) return false;
  let state: PageState | undefined = start;
  for (const action of actions) {
    if (isRemoval(action) && holdsAny(state, action.nodeId, staying)) return true;
    state = tryApply(state, [action]);
    if (!state) return false;
  }
  return false;
}

function isRemoval(
  action: Action,
): action is Extract<Action, { name: 'NODE_DELETE' | 'BLOCK_REMOVE_NODE' }> {
  return action.name === 'NODE_DELETE' || action.name === 'BLOCK_REMOVE_NODE';
}

function holdsAny({ page }: PageState, nodeId: Id, staying: ReadonlySet<Id>): boolean {
  const node = locate(page, nodeId)?.node;
  return node !== undefined && [...inside(page, node)].some(({ id }) => id !== nodeId && staying.has(id));
}
