/** Letting changes go that came back with a login. */
import { t } from '@lingui/core/macro';
import type { Id } from '../../page/types.ts';
import { toast } from '../../ui/toast.ts';
import type { Editing } from '../context.tsx';
import { updateKeptQueue } from './kept-queue.ts';
import { sayLost } from './losses.ts';
import { refreshPage } from './refresh-page.ts';
import { whenAnswered } from './saver.ts';

/**
 * Lets kept changes go, as far as they are not saved by now; what was made since stays. A save that is under way is waited
 * for: what it has saved is said. Changes of a save that was refused because the session had ended are among those that go:
 * nobody is sending them any more. Should they have arrived all the same, the page shows them afterwards.
 */
export async function discardKept(
  { editor, saver }: Pick<Editing, 'editor' | 'saver'>,
  pageId: Id,
  ids: ReadonlySet<Id>,
): Promise<void> {
  await whenAnswered(saver);
  editor.flush();
  const { base, userId } = editor.get();
  if (base?.page.id !== pageId) return;
  const unsaved = editor.unsaved();
  const left = unsaved.filter(({ id }) => !ids.has(id));
  if (left.length === unsaved.length) {
    // Those that no longer fitted the page are gone, and that was said.
    if ([...ids].some(editor.hasSaved)) toast.show({ message: t`These changes are saved already.` });
    return;
  }
  const wasSent = editor.get().queue.sending !== undefined;
  editor.refused();
  saver.postpone();
  sayLost(editor.rebase(base, left));
  // Kept once more, because the session has ended meanwhile, they would come back.
  if (userId) updateKeptQueue(userId, pageId, editor.toKeep());
  editor.announce(t`Unsaved changes discarded`);
  if (!wasSent) return;
  try {
    await refreshPage({ editor }, base.page.url);
  } catch (error) {
    toast.error(error);
  }
}
