/** What becomes of the open page when somebody leaves it. */
import { t } from '@lingui/core/macro';
import { useEffect } from 'react';
import { commitPending } from '../fields/pending.ts';
import { readClaims } from '../session/session-store.ts';
import type { Question } from '../ui/confirm.tsx';
import { useLeaveWarning } from '../ui/leave-warning.ts';
import { hasUnsavedDialog } from '../ui/unsaved-dialogs.ts';
import type { Editing } from './context.tsx';
import { couldKeep, keepAtSessionEnd, wouldLose } from './saving/leaving.ts';

const KEPT: Question = {
  title: t`Unsaved changes`,
  message: t`Some of your changes are not saved. They stay in this tab, and come back when you log in here again.`,
  confirmLabel: t`Log out`,
  cancelLabel: t`Stay`,
};

/** Asks before something is lost; `onStay` runs when somebody stays then. Closes the page with its screen. */
export function useLeaving({ editor }: Pick<Editing, 'editor'>, onStay: () => void): void {
  useLeaveWarning((to) => isDirty(editor, to), { onStay, atLogOut: () => questionAtLogOut(editor) });
  // Code that waits for the page, as the copying of images does, learns that the page is gone: nothing would
  // save it any more.
  useEffect(() => () => editor.close(), [editor]);
}

function isDirty(editor: Editing['editor'], to: string | undefined): boolean {
  commitPending();
  // Logged out, nothing can be saved: the changes are kept in this tab, and lost only where it has no room for them.
  const isLost = readClaims() ? wouldLose(editor, to) : !keepAtSessionEnd(editor, undefined);
  return isLost || hasUnsavedDialog();
}

/** What is filled in in a dialog goes with the screen all the same. */
function questionAtLogOut(editor: Editing['editor']): Question | undefined {
  return !hasUnsavedDialog() && couldKeep(editor) ? KEPT : undefined;
}
