/**
 * Saves what the store has queued. Editing goes on meanwhile. It knows nothing of the screen: what has to be shown
 * is in its own small store.
 */
import { createStore } from 'zustand/vanilla';
import { ProblemError } from '../../api/problem.ts';
import type { PageRender } from '../../page/types.ts';
import type { EditorStore } from '../store/editor-store.ts';
import { allChanges, type QueuedChange } from '../store/queue.ts';
import { hasKeptQueue, keepQueue } from './kept-queue.ts';
import { type ConflictAnswer, conflictIn, type PageSave } from './page-api.ts';

export type SaveStatus =
  | { name: 'idle' }
  | { name: 'saving' }
  /** Nothing is lost; trying again may work. */
  | { name: 'failed'; message: string }
  | { name: 'conflict'; answer: ConflictAnswer; sent: PageSave['actions'] }
  /** Logged out; the changes are kept in this tab. */
  | { name: 'loggedOut' };

export interface SaverEvents {
  onSaved: (answer: PageRender) => void;
  /** Changes that no longer fit the page as others have left it. */
  onDropped: (changes: QueuedChange[]) => void;
}

export type Saver = ReturnType<typeof createSaver>;

export function createSaver(
  editor: EditorStore,
  send: (save: PageSave) => Promise<PageRender>,
  events: SaverEvents,
) {
  const status = createStore<{ status: SaveStatus }>()(() => ({ status: { name: 'idle' } }));
  const show = (next: SaveStatus) => status.setState({ status: next });

  /** Saves all that waits now. A save under way is not disturbed; one that failed is repeated as it was, then the rest. */
  async function save(): Promise<void> {
    if (status.getState().status.name === 'saving') return;
    const next = editor.beginSave();
    const pageId = editor.get().base?.page.id;
    if (!next || !pageId) return show({ name: 'idle' });
    show({ name: 'saving' });
    const { isAll, ...saved } = next;
    const request = { pageId, ...saved };
    // The person may have gone to another page: then the answer is that page's no longer.
    const hasLeft = () => editor.get().base?.page.id !== pageId;
    try {
      const answer = await send(request);
      if (hasLeft()) return show({ name: 'idle' });
      const dropped = editor.saved(answer);
      // Kept because the session ended while it was on its way, it would come back as if it were not saved.
      if (hasKeptQueue(pageId)) keepQueue(pageId, editor.unsaved());
      show({ name: 'idle' });
      events.onSaved(answer);
      if (dropped.length > 0) events.onDropped(dropped);
    } catch (error) {
      if (hasLeft()) show({ name: 'idle' });
      else fail(error, request);
      return;
    }
    if (!isAll) await save();
  }

  function fail(error: unknown, request: PageSave): void {
    const conflict = conflictIn(error);
    const problem = error instanceof ProblemError ? error : undefined;
    if (conflict) {
      editor.refused();
      show({ name: 'conflict', answer: conflict, sent: request.actions });
    } else if (problem?.status === 401) {
      keepQueue(request.pageId, allChanges(editor.get().queue));
      show({ name: 'loggedOut' });
    } else {
      // Whoever refused will refuse the same again: what was sent may change before the next try.
      if (problem && !problem.isUnreachable) editor.refused();
      show({ name: 'failed', message: problem?.detail ?? 'The changes could not be saved.' });
    }
  }

  /** Goes on from a conflict with these changes on top of what the server has now, and saves them. */
  async function resolve(changes: readonly QueuedChange[], current: PageRender): Promise<void> {
    const dropped = editor.rebase(current, changes);
    show({ name: 'idle' });
    if (dropped.length > 0) events.onDropped(dropped);
    await save();
  }

  return { status, save, resolve, postpone: () => show({ name: 'idle' }) };
}
