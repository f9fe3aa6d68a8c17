/** What becomes of the open page when its tab goes to another one, or its session ends. Knows nothing of the screen. */
import type { Id } from '../../page/types.ts';
import type { EditorStore } from '../store/editor-store.ts';
import { unsavedCount } from '../store/queue.ts';
import { hasRoomFor, keepQueue } from './kept-queue.ts';
import { pathOf } from './page-api.ts';

/** Whether going to `path` would lose changes; without one the whole screen is left. The page's own address loses nothing. */
export function wouldLose(editor: EditorStore, path?: string): boolean {
  editor.flush();
  const { base, queue } = editor.get();
  const isSamePage = path !== undefined && base?.page.url === pathOf(path);
  return !isSamePage && unsavedCount(queue) > 0;
}

/** Closes the page that is open unless it is the one at `path`, which is where the tab has arrived. */
export function closeUnlessAt(editor: EditorStore, path: string): void {
  const { base } = editor.get();
  if (base && base.page.url !== pathOf(path)) editor.close();
}

/**
 * Keeps in this tab what is not saved, once its user's session has ended; where somebody else is logged in, the page is
 * closed too. `userId`: who is logged in now. False when the changes are lost: the tab has no room for them, or they are
 * nobody's.
 */
export function keepAtSessionEnd(editor: EditorStore, userId: Id | undefined): boolean {
  const { base, userId: own } = editor.get();
  if (!base || (own && userId === own)) return true;
  editor.flush();
  // Kept for nobody, the changes would come back to nobody.
  const isKept = own ? keepQueue(own, base.page.id, editor.toKeep()) : unsavedCount(editor.get().queue) === 0;
  if (userId) editor.close();
  return isKept;
}

/** Whether a log-out would keep all that is not saved. */
export function couldKeep(editor: EditorStore): boolean {
  const { base, userId } = editor.get();
  return base !== undefined && userId !== undefined && hasRoomFor(userId, base.page.id, editor.toKeep());
}
