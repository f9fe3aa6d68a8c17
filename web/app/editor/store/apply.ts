/** Runs changes over a page, for the store. What an action does is the page model's business. */
import { applyActions, invertActions } from '../../page/actions/index.ts';
import type { Action } from '../../page/actions/types.ts';
import type { PageRender, PageState } from '../../page/types.ts';
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
 * built on a dropped one is dropped as well, because it does not fit either.
 */
export function applyWhatFits(start: PageState, changes: readonly QueuedChange[]): Fitted {
  const fitted: Fitted = { state: start, kept: [], dropped: [], inverses: new Map() };
  for (const change of changes) {
    const after = tryApply(fitted.state, change.actions);
    if (after) {
      fitted.inverses.set(change.id, invertActions(fitted.state, change.actions));
      fitted.state = after;
      fitted.kept.push(change);
    } else fitted.dropped.push(change);
  }
  return fitted;
}
