/** Unsaved changes that outlive the session: kept in this tab until somebody is logged in again. */
import type { Id } from '../../page/types.ts';
import type { QueuedChange } from '../store/queue.ts';

const KEY = 'pagewright-unsaved';

interface Kept {
  pageId: Id;
  changes: readonly QueuedChange[];
}

/** In place of what was kept before; nothing, where there is nothing. */
export function keepQueue(pageId: Id, changes: readonly QueuedChange[]): void {
  if (changes.length === 0) {
    takeKeptQueue(pageId);
    return;
  }
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ pageId, changes } satisfies Kept));
  } catch (error) {
    console.error('The unsaved changes are too large to be kept in this tab.', error);
  }
}

/** Changes kept for any page: somebody who comes back to it is brought back into editing. */
export function hasKeptQueue(pageId: Id): boolean {
  return read()?.pageId === pageId;
}

/** What was kept for this page; it is no longer kept then. */
export function takeKeptQueue(pageId: Id): readonly QueuedChange[] {
  const kept = read();
  if (kept?.pageId !== pageId) return [];
  sessionStorage.removeItem(KEY);
  return kept.changes;
}

function read(): Kept | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}
