import { useEffect, useState } from 'react';
import { CLAIMS_KEY, isCurrent, parseClaims } from '../../session/claims.ts';
import { readDestination } from '../shop/destination.ts';
import { keep, kept, onCleared } from '../shop/kept.ts';
import { begun, TYPED, type Typed } from './typed.ts';

/**
 * What is typed, kept in the tab until the order is taken or its member has left; members find their name
 * in it, and the addresses of their last order.
 */
export function useTyped(country: string | undefined): [Typed, (changed: Partial<Typed>) => void] {
  const [tried] = useState(() => readDestination().address);
  const [typed, setTyped] = useState<Typed>(() => begun(kept<Partial<Typed>>(TYPED), country, tried));
  const change = (changed: Partial<Typed>) =>
    setTyped((before) => {
      const after = { ...before, ...changed };
      keep(TYPED, after);
      return after;
    });
  useEffect(() => onCleared(() => setTyped(begun(undefined, country))), [country]);
  useEffect(() => {
    if (!isCurrent(parseClaims(localStorage.getItem(CLAIMS_KEY)))) return;
    void import('./member.ts')
      .then(async (part) => {
        const member = await part.readMember();
        if (member) setTyped((before) => part.filledFor(member, before, country, tried));
      })
      // Without the part it is typed.
      .catch(() => undefined);
  }, [country, tried]);
  return [typed, change];
}
