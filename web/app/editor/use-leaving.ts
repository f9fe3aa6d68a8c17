/** What becomes of the open page when somebody leaves it. */
import { useEffect } from 'react';
import { commitPending } from '../fields/pending.ts';
import { readClaims } from '../session/session-store.ts';
import { useLeaveWarning } from '../ui/leave-warning.ts';
import type { Editing } from './context.tsx';
import { hasUnsavedDialog } from './dialogs/unsaved-dialogs.ts';
import { keepAtSessionEnd, wouldLose } from './saving/leaving.ts';

/** Asks before something is lost; `onStay` runs when somebody stays then. Closes the page with its screen. */
export function useLeaving({ editor }: Pick<Editing, 'editor'>, onStay: () => void): void {
  useLeaveWarning((to) => isDirty(editor, to), onStay);
  // Whoever waits for the page, as images do that are copied, is told that it is gone: nothing would save it any more.
  useEffect(() => () => editor.close(), [editor]);
}

function isDirty(editor: Editing['editor'], to: string | undefined): boolean {
  commitPending();
  // Logged out, nothing can be saved: the changes are kept in this tab, and lost only where it has no room for them.
  const isLost = readClaims() ? wouldLose(editor, to) : !keepAtSessionEnd(editor, undefined);
  return isLost || hasUnsavedDialog();
}
