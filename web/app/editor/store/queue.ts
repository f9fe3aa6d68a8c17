/**
 * The changes that the server has not got yet. `sending` is under way and no longer changes (a retry must send
 * the same bytes under the same key); `waiting` was made since.
 */
import { t } from '@lingui/core/macro';
import type { Action } from '../../page/actions/types.ts';
import { compact } from '../../page/queue.ts';
import type { Id } from '../../page/types.ts';
import type { Change } from './change.ts';

/** By the id of each node that is removed: those of all nodes that go with it. */
export type Taken = Record<Id, Id[]>;

export interface QueuedChange {
  /** The change's id, or `undo:` and that id for one taken back after it was sent. */
  id: string;
  label: string;
  /** The site version that it was made on. */
  version: number;
  actions: Action[];
  /** What its removals took from the page that it was made on: others may put more in there. */
  taken?: Taken;
}

export interface Sending {
  /** Kept for retries, so that a save whose answer was lost happens once. */
  idempotencyKey: Id;
  changes: readonly QueuedChange[];
  /** What this editor's own saves made, as far as these changes are older. */
  ownVersions: readonly number[];
}

export interface Queue {
  sending?: Sending;
  waiting: readonly QueuedChange[];
}

/** Actions that were made on one version, as they go to the server. */
export interface ActionSet {
  version: number;
  actions: Action[];
}

export const emptyQueue: Queue = { waiting: [] };

export function unsavedCount(queue: Queue): number {
  return (queue.sending?.changes.length ?? 0) + queue.waiting.length;
}

/** Adds a change, or puts it in the place of its younger self when typing made it grow. `taken`: by what it has grown. */
export function enqueue(queue: Queue, change: Change, taken?: Taken): Queue {
  const last = queue.waiting.at(-1);
  const isGrown = last?.id === change.id;
  const all = isGrown && last.taken ? { ...last.taken, ...taken } : taken;
  return {
    ...queue,
    waiting: [
      ...(isGrown ? queue.waiting.slice(0, -1) : queue.waiting),
      queuedAs(change.id, change, change.actions, all),
    ],
  };
}

function queuedAs(
  id: string,
  { label, version }: Pick<Change, 'label' | 'version'>,
  actions: Action[],
  taken?: Taken,
): QueuedChange {
  return { id, label, version, actions, ...(taken ? { taken } : {}) };
}

/** Whether taking the change back means to forget it, because nobody else has seen it. */
export function isLastWaiting(queue: Queue, id: string): boolean {
  return queue.waiting.at(-1)?.id === id;
}

/** Takes a change back: by forgetting it while nobody else has seen it, else by its inverse, made on `version`. */
export function enqueueUndo(queue: Queue, change: Change, version: number, taken?: Taken): Queue {
  if (isLastWaiting(queue, change.id)) return withoutLast(queue);
  const undo = queuedAs(undoId(change), { label: t`Undo ${change.label}`, version }, change.inverse, taken);
  return { ...queue, waiting: [...queue.waiting, undo] };
}

export function enqueueRedo(queue: Queue, change: Change, taken?: Taken): Queue {
  return isLastWaiting(queue, undoId(change)) ? withoutLast(queue) : enqueue(queue, change, taken);
}

function withoutLast(queue: Queue): Queue {
  return { ...queue, waiting: queue.waiting.slice(0, -1) };
}

/** Moves what waits into `sending`. Nothing waiting, or a save under way: the queue as it is. */
export function startSending(queue: Queue, idempotencyKey: Id, ownVersions: readonly number[]): Queue {
  if (queue.sending || queue.waiting.length === 0) return queue;
  const oldest = Math.min(...queue.waiting.map(({ version }) => version));
  const own = ownVersions.filter((version) => version > oldest);
  return { sending: { idempotencyKey, changes: queue.waiting, ownVersions: own }, waiting: [] };
}

/** The save has landed. */
export function sent(queue: Queue): Queue {
  return { waiting: queue.waiting };
}

/** The server refused what was sent, so it is no longer bound to its key and can change again. */
export function takeBack(queue: Queue): Queue {
  return { waiting: allChanges(queue) };
}

/** The actions of changes in their order, those of one version that follow each other put together. */
export function setsOf(changes: readonly QueuedChange[]): ActionSet[] {
  const sets: ActionSet[] = [];
  for (const { version, actions } of changes) {
    const last = sets.at(-1);
    if (last?.version === version) last.actions.push(...actions);
    else sets.push({ version, actions: [...actions] });
  }
  return sets
    .map((set) => ({ ...set, actions: compact(set.actions) }))
    .filter((set) => set.actions.length > 0);
}

export function allChanges(queue: Queue): QueuedChange[] {
  return [...(queue.sending?.changes ?? []), ...queue.waiting];
}

export function undoId(change: Pick<Change, 'id'>): string {
  return `undo:${change.id}`;
}
