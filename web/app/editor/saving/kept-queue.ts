/**
 * Unsaved changes that outlive the session: kept in this tab, each for the user who made them and the page that they were
 * made on, with the versions that they were made on. The next user who logs in here is given none of them;
 * they wait for their own user, who alone can discard them.
 */
import type { Id } from '../../page/types.ts';
import type { Unsaved } from '../store/editor-state.ts';
import { unsavedCount } from '../store/queue.ts';

const PREFIX = 'pagewright-unsaved';

const keyOf = (userId: Id, pageId: Id) => [PREFIX, userId, pageId].join(':');

/** In place of what was kept of the page before; nothing, where there is nothing. False when the tab has no room for it. */
export function keepQueue(userId: Id, pageId: Id, unsaved: Unsaved): boolean {
  if (unsavedCount(unsaved.queue) === 0) {
    sessionStorage.removeItem(keyOf(userId, pageId));
    return true;
  }
  try {
    sessionStorage.setItem(keyOf(userId, pageId), JSON.stringify(unsaved));
    return true;
  } catch (error) {
    console.error('The unsaved changes are too large to be kept in this tab.', error);
    return false;
  }
}

/** Keeps what is left of what is kept, if anything is. */
export function updateKeptQueue(userId: Id, pageId: Id, unsaved: Unsaved): void {
  if (hasKeptQueue(userId, pageId)) keepQueue(userId, pageId, unsaved);
}

/** Whether the tab has room for what would be kept of a page that is open, of which nothing is kept meanwhile. */
export function hasRoomFor(userId: Id, pageId: Id, unsaved: Unsaved): boolean {
  const hasRoom = keepQueue(userId, pageId, unsaved);
  sessionStorage.removeItem(keyOf(userId, pageId));
  return hasRoom;
}

/** Whether something is kept for this user and page: somebody who comes back to it is brought back into editing. */
export function hasKeptQueue(userId: Id, pageId: Id): boolean {
  return read(userId, pageId) !== undefined;
}

/** What was kept; it is no longer kept then. */
export function takeKeptQueue(userId: Id, pageId: Id): Unsaved | undefined {
  const kept = read(userId, pageId);
  sessionStorage.removeItem(keyOf(userId, pageId));
  return kept;
}

function read(userId: Id, pageId: Id): Unsaved | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(userId, pageId)) ?? 'null') as Unsaved | null;
    return kept && Array.isArray(kept.queue.waiting) ? kept : undefined;
  } catch {
    return undefined;
  }
}
