/** Runs changes over a page, for the store. What an action does is the page model's business. */
import { applyActions, invertActions } from '../../page/actions/index.ts';
import type { Action } from '../../page/actions/types.ts';
import type { PageRender, PageState } from '../../page/types.ts';
import { type QueuedChange, wholeId } from './queue.ts';

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

/**
 * Puts changes on a page that others may have changed since: each goes on whole or is dropped whole. What was
 * built on a dropped one is dropped as well, because it does not fit either.
 */
export function applyWhatFits(
  start: PageState,
  changes: readonly QueuedChange[],
): { state: PageState; kept: QueuedChange[]; dropped: QueuedChange[] } {
  let state = start;
  const kept: QueuedChange[] = [];
  const dropped: QueuedChange[] = [];
  // Of a change that was cut for its size, no part goes on without those before it.
  const broken = new Set<string>();
  for (const change of changes) {
    const applied = broken.has(wholeId(change)) ? undefined : tryApply(state, change.actions);
    if (applied) {
      state = applied;
      kept.push(change);
    } else {
      broken.add(wholeId(change));
      dropped.push(change);
    }
  }
  return { state, kept, dropped };
}

function tryApply(start: PageState, actions: readonly Action[]): PageState | undefined {
  try {
    return applyActions(start, actions);
  } catch {
    return undefined;
  }
}
