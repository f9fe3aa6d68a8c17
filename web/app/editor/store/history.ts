/**
 * Undo and redo: the changes made, and those taken back. Pure. When the page moves on under it (rebasing.ts), steps go
 * along, or are forgotten where somebody else has changed the same.
 */
import type { Action } from '../../page/actions/types.ts';
import { belongsTo, type Change, merge } from './change.ts';

export interface History {
  past: readonly Change[];
  /** The next one to redo is the last. */
  future: readonly Change[];
}

export const emptyHistory: History = { past: [], future: [] };

/** Steps kept. Older ones are forgotten, one by one. */
const DEPTH = 500;

export interface Recorded {
  history: History;
  /** The change as it stands in the history: grown, when it was merged with the one before. */
  change: Change;
}

export function record(history: History, change: Change): Recorded {
  const last = history.past.at(-1);
  if (history.future.length === 0 && belongsTo(last, change)) {
    const merged = merge(last, change);
    return { change: merged, history: { past: [...history.past.slice(0, -1), merged], future: [] } };
  }
  return { change, history: { past: [...history.past, change].slice(-DEPTH), future: [] } };
}

/** Ends the current step: what follows is never merged into it. */
export function mark(history: History): History {
  const last = history.past.at(-1);
  if (!last?.mergeKey) return history;
  return { ...history, past: [...history.past.slice(0, -1), { ...last, mergeKey: undefined }] };
}

/** `version`: what a redo is made on then; the change's own where it was never sent. */
export function stepBack(history: History, version?: number): Recorded | undefined {
  const change = history.past.at(-1);
  if (!change) return undefined;
  const undone = { ...change, mergeKey: undefined };
  const again = { ...undone, version: version ?? change.version };
  return {
    change: undone,
    history: { past: history.past.slice(0, -1), future: [...history.future, again] },
  };
}

export function stepForward(history: History): Recorded | undefined {
  const change = history.future.at(-1);
  if (!change) return undefined;
  return { change, history: { past: [...history.past, change], future: history.future.slice(0, -1) } };
}

/** The actions of every step that can be taken from here, back or forth. */
export function stepsFrom({ past, future }: History): { actions: readonly Action[] }[] {
  return [...past.map(({ inverse }) => ({ actions: inverse })), ...future];
}

/** Forgets a step that no longer fits the page, and all that were built on it. */
export function clearPast(history: History): History {
  return { ...history, past: [] };
}

export function clearFuture(history: History): History {
  return { ...history, future: [] };
}
