/** Keeps the keyboard with what was done: what is to get the focus may not be drawn yet. */
import { useEffect, useRef } from 'react';

/** A hook: gives what takes the element to focus once the change of now is drawn; none leaves the focus where it is. */
export function useFocusAfter(): (find: () => HTMLElement | null | undefined) => void {
  const pending = useRef<() => HTMLElement | null | undefined>(undefined);
  useEffect(() => {
    pending.current?.()?.focus();
    pending.current = undefined;
  });
  return (find) => {
    pending.current = find;
  };
}
