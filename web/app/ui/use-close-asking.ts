/** Closing a dialog that something is filled in in. */
import { confirmDiscard } from './confirm-discard.ts';
import { useUnsavedDialog } from './unsaved-dialogs.ts';

/**
 * Gives what closes a dialog, after asking the user where `isDirty` returns true. Unloading the page and logging out ask
 * as well, see `useUnsavedDialog`.
 */
export function useCloseAsking(isDirty: () => boolean, close: () => void): () => void {
  useUnsavedDialog(isDirty);
  const closeAsking = async () => {
    if (!isDirty() || (await confirmDiscard())) close();
  };
  return () => void closeAsking();
}
