/** A change is one step for the person who edits: what Ctrl+Z takes back at once. It is one or more actions. */
import type { Action } from '../../page/actions/types.ts';
import { compact } from '../../page/queue.ts';
import type { Id } from '../../page/types.ts';

export interface Change {
  id: Id;
  /** The site version that it was made on. A later change of the same data by another editor conflicts. */
  version: number;
  /** Said when it is undone or redone: 'Move text'. */
  label: string;
  actions: Action[];
  /** Takes the change back when applied in this order. */
  inverse: Action[];
  selectedBefore?: Id;
  selectedAfter?: Id;
  /** Changes with the same key that follow each other quickly become one: typing in one text. */
  mergeKey?: string;
  /** Milliseconds since 1970: when it began and when it was last added to. */
  startedAt: number;
  endedAt: number;
}

/** A pause longer than this begins a new step. */
const MERGE_PAUSE_MS = 1_500;
/** However fast somebody types, one undo takes back no more than this. */
const MERGE_LENGTH_MS = 6_000;

/** Whether `next` belongs to the same step as `last`. */
export function belongsTo(last: Change | undefined, next: Change): last is Change {
  if (!last?.mergeKey || last.mergeKey !== next.mergeKey) return false;
  return next.startedAt - last.endedAt <= MERGE_PAUSE_MS && next.endedAt - last.startedAt <= MERGE_LENGTH_MS;
}

/** `last` with `next` added to it. Its id and its version are those of `last`. */
export function merge(last: Change, next: Change): Change {
  return {
    ...last,
    actions: compact([...last.actions, ...next.actions]),
    inverse: compact([...next.inverse, ...last.inverse]),
    selectedAfter: next.selectedAfter,
    endedAt: next.endedAt,
  };
}
