/** What becomes of the open page when its session ends, in this tab or in another one. */
import { t } from '@lingui/core/macro';
import { useEffect } from 'react';
import { commitPending } from '../fields/pending.ts';
import { showExpiredNotice } from '../session/expired-notice.ts';
import { useSessionStore } from '../session/session-store.ts';
import { isLoggingOut } from '../session/tokens.ts';
import { toast } from '../ui/toast.ts';
import type { Editing } from './context.tsx';
import { keepAtSessionEnd } from './saving/leaving.ts';
import { unsavedCount } from './store/queue.ts';

/**
 * Keeps unsaved changes in this tab, for their user alone: another user who logs in gets a fresh start. Tells
 * the editor at work that the session has ended, for nothing can be saved any more.
 */
export function useSessionEnd({ editor, saver, viewAs }: Pick<Editing, 'editor' | 'saver' | 'viewAs'>): void {
  useEffect(
    () =>
      useSessionStore.subscribe(({ claims }, before) => {
        if (!claims) viewAs.set(undefined);
        // A renewal changes the claims, too, and takes in nothing that somebody is still typing.
        if (claims?.user !== before.claims?.user) commitPending();
        const isKept = keepAtSessionEnd(editor, claims?.user);
        if (!isKept) {
          toast.show({
            kind: 'danger',
            message: t`Your unsaved changes are too large to be stored in this tab.`,
          });
        }
        if (!claims && before.claims && !isLoggingOut())
          showExpiredNotice({ isSafe: isKept && unsavedCount(editor.get().queue) > 0 });
      }),
    [editor, viewAs],
  );
  useEffect(
    () =>
      saver.status.subscribe(({ status }) => {
        if (status.name === 'loggedOut') showExpiredNotice({ isSafe: keepAtSessionEnd(editor, undefined) });
      }),
    [saver, editor],
  );
}
