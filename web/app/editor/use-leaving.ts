/** What becomes of the open page when somebody leaves it. */
import { useEffect } from 'react';
import { commitPending } from '../fields/pending.ts';
import { readClaims } from '../session/session-store.ts';
import { useLeaveWarning } from '../ui/leave-warning.ts';
import type { Editing } from './context.tsx';
import { unsavedCount } from './store/queue.ts';

/** Asks before something is lost, unless `mayLeave` says that nothing would be; closes the page with its screen. */
export function useLeaving({ editor }: Pick<Editing, 'editor'>, mayLeave: () => boolean): void {
  useLeaveWarning(() => !mayLeave() && isDirty(editor));
  // Whoever waits for the page, as images do that are copied, is told that it is gone: nothing would save it any more.
  useEffect(() => () => editor.close(), [editor]);
}

function isDirty(editor: Editing['editor']): boolean {
  // Logged out, the changes are kept in this tab and nothing is lost by leaving.
  if (!readClaims()) return false;
  commitPending();
  editor.flush();
  return unsavedCount(editor.get().queue) > 0;
}
