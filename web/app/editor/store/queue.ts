/**
 * The changes that the server has not got yet. `sending` is under way and no longer changes (a retry must send
 * the same bytes under the same key); `waiting` was made since.
 */
import type { Action } from '../../page/actions/types.ts';
import { compact } from '../../page/queue.ts';
import type { Id } from '../../page/types.ts';
import type { Change } from './change.ts';

export interface QueuedChange {
  /** The change's id, or `undo:` and that id for one taken back after it was sent. */
  id: string;
  label: string;
  actions: Action[];
}

export interface Sending {
  /** Kept for retries, so that a save whose answer was lost happens once. */
  idempotencyKey: Id;
  changes: readonly QueuedChange[];
}

export interface Queue {
  sending?: Sending;
  waiting: readonly QueuedChange[];
}

/** As many actions as the server takes in one save. */
export const MOST_ACTIONS = 1000;

/** Before the id of a change whose beginning was sent apart from it. */
const REST = 'rest:';

export const emptyQueue: Queue = { waiting: [] };

export function unsavedCount(queue: Queue): number {
  return (queue.sending?.changes.length ?? 0) + queue.waiting.length;
}

/** Adds a change, or puts it in the place of its younger self when typing made it grow. */
export function enqueue(queue: Queue, change: Change): Queue {
  const queued = { id: change.id, label: change.label, actions: change.actions };
  const isGrown = queue.waiting.at(-1)?.id === change.id;
  return { ...queue, waiting: [...(isGrown ? queue.waiting.slice(0, -1) : queue.waiting), queued] };
}

/** Takes a change back: by forgetting it while nobody else has seen it, else by its inverse. */
export function enqueueUndo(queue: Queue, change: Change): Queue {
  if (queue.waiting.at(-1)?.id === change.id) return { ...queue, waiting: queue.waiting.slice(0, -1) };
  const undo = { id: undoId(change), label: `Undo ${change.label}`, actions: change.inverse };
  return { ...queue, waiting: [...queue.waiting, undo] };
}

export function enqueueRedo(queue: Queue, change: Change): Queue {
  if (queue.waiting.at(-1)?.id === undoId(change)) return { ...queue, waiting: queue.waiting.slice(0, -1) };
  return enqueue(queue, change);
}

/**
 * Moves what waits into `sending`: all of it, or as much from its beginning as one save may hold. Nothing waiting, or a
 * save under way: the queue as it is.
 */
export function startSending(queue: Queue, idempotencyKey: Id): Queue {
  if (queue.sending || queue.waiting.length === 0) return queue;
  const [changes, waiting] = cut(queue.waiting);
  return { sending: { idempotencyKey, changes }, waiting };
}

/** What one save may hold, and the rest. A change goes whole, unless it is too large by itself. */
function cut(changes: readonly QueuedChange[]): [readonly QueuedChange[], readonly QueuedChange[]] {
  if (actionsOf(changes).length <= MOST_ACTIONS) return [changes, []];
  let actions = 0;
  const first = changes.findIndex((change) => {
    actions += change.actions.length;
    return actions > MOST_ACTIONS;
  });
  if (first > 0) return [changes.slice(0, first), changes.slice(first)];
  const [large, ...others] = changes as [QueuedChange, ...QueuedChange[]];
  const end = endOfPart(large.actions);
  // An id of its own: taking the change back must undo what was sent of it, too.
  const rest = { ...large, id: `${REST}${large.id}`, actions: large.actions.slice(end) };
  return [[{ ...large, actions: large.actions.slice(0, end) }], [rest, ...others]];
}

/** Before a node that is put in, when it can be: what follows may say who sees it, and must not come later than it. */
function endOfPart(actions: readonly Action[]): number {
  const last = actions.slice(0, MOST_ACTIONS).findLastIndex(({ name }) => name === 'NODE_CREATE');
  return last > 0 ? last : MOST_ACTIONS;
}

/** The same for all parts of a change that was cut. */
export function wholeId({ id }: QueuedChange): string {
  return id.replaceAll(REST, '');
}

/** The save has landed. */
export function sent(queue: Queue): Queue {
  return { waiting: queue.waiting };
}

/** The server refused what was sent, so it is no longer bound to its key and can change again. */
export function takeBack(queue: Queue): Queue {
  return { waiting: [...(queue.sending?.changes ?? []), ...queue.waiting] };
}

export function actionsOf(changes: readonly QueuedChange[]): Action[] {
  return compact(changes.flatMap((change) => change.actions));
}

export function allChanges(queue: Queue): QueuedChange[] {
  return [...(queue.sending?.changes ?? []), ...queue.waiting];
}

function undoId(change: Change): string {
  return `undo:${change.id}`;
}
