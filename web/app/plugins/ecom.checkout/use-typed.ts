import { useEffect, useState } from 'react';
import { isCurrent, readStoredClaims } from '../../session/claims.ts';
import { readDestination } from '../shop/destination.ts';
import { loadFromTab, onCleared, saveInTab } from '../shop/tab-storage.ts';
import { begun, TYPED, type Typed } from './typed.ts';

/**
 * What is typed, kept in the tab until the order is taken or its member has left; members find their name
 * in it, and the addresses of their last order.
 */
export function useTyped(country: string | undefined): [Typed, (changed: Partial<Typed>) => void] {
  const [tried] = useState(() => readDestination().address);
  const [typed, setTyped] = useState<Typed>(() => begun(loadFromTab<Partial<Typed>>(TYPED), country, tried));
  const change = (changed: Partial<Typed>) =>
    setTyped((before) => {
      const after = { ...before, ...changed };
      saveInTab(TYPED, after);
      return after;
    });
  useEffect(() => {
    let hasLeft = false;
    const stop = onCleared(() => {
      hasLeft = true;
      setTyped(begun(undefined, country));
    });
    if (isCurrent(readStoredClaims()))
      void import('./member.ts')
        .then(async (part) => {
          const member = await part.readMember();
          if (member && !hasLeft) setTyped((before) => part.filledFor(member, before, country, tried));
        })
        // Without the part it is typed.
        .catch(() => undefined);
    return stop;
  }, [country, tried]);
  return [typed, change];
}
