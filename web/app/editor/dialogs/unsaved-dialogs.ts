/** What is filled in in an open dialog of the editor and is no change of the page yet: it goes with the screen. */
import { useEffect, useEffectEvent } from 'react';

const open = new Set<() => boolean>();

/** Has whoever leaves the editor asked, while the dialog is there and `isDirty` says so. */
export function useUnsavedDialog(isDirty: () => boolean): void {
  const ask = useEffectEvent(isDirty);
  useEffect(() => {
    const asked = () => ask();
    open.add(asked);
    return () => void open.delete(asked);
  }, []);
}

export const hasUnsavedDialog = (): boolean => [...open].some((isDirty) => isDirty());
