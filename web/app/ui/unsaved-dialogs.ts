/** What is filled in in an open dialog and nowhere else yet: it goes with the screen under the dialog. */
import { useEffect, useEffectEvent } from 'react';
import { warnOfLoss } from './leave-warning.ts';

const open = new Set<() => boolean>();

/**
 * Asks the user who unloads the page or logs out, while the dialog is open and `isDirty` returns true. A
 * screen whose links are to ask as well reads `hasUnsavedDialog`, as the editor does.
 */
export function useUnsavedDialog(isDirty: () => boolean): void {
  const ask = useEffectEvent(isDirty);
  useEffect(() => {
    const asked = () => ask();
    open.add(asked);
    const stopWarning = warnOfLoss(asked);
    return () => {
      open.delete(asked);
      stopWarning();
    };
  }, []);
}

export const hasUnsavedDialog = (): boolean => [...open].some((isDirty) => isDirty());
