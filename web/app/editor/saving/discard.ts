/** Letting changes go that came back with a login. */
import { t } from '@lingui/core/macro';
import type { Id } from '../../page/types.ts';
import { toast } from '../../ui/toast.ts';
import type { Editing } from '../context.tsx';
import { sayLost } from './losses.ts';
import { refreshPage } from './refresh-page.ts';

/**
 * Lets kept changes go, as far as they are not saved by now; what was made since stays. Those of a save that was refused
 * because the session had ended are among them: nobody is sending them any more. Should they have arrived all the same, the
 * page shows them afterwards.
 */
export async function discardKept(
  { editor, saver }: Pick<Editing, 'editor' | 'saver'>,
  pageId: Id,
  ids: ReadonlySet<Id>,
): Promise<void> {
  editor.flush();
  const { base } = editor.get();
  if (base?.page.id !== pageId || saver.status.getState().status.name === 'saving') return;
  const wasSent = editor.get().queue.sending !== undefined;
  editor.refused();
  saver.postpone();
  const left = editor.unsaved().filter(({ id }) => !ids.has(id));
  sayLost(editor.rebase(base, left));
  editor.announce(t`Unsaved changes discarded`);
  if (!wasSent) return;
  try {
    await refreshPage({ editor }, base.page.url);
  } catch (error) {
    toast.error(error);
  }
}
