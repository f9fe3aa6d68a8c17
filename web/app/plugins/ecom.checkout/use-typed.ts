import { useEffect, useState } from 'react';
import { CLAIMS_KEY, isCurrent, parseClaims } from '../../session/claims.ts';
import { readDestination } from '../shop/destination.ts';
import { keep, kept, onCleared } from '../shop/kept.ts';
import { begun, TYPED, type Typed } from './typed.ts';

/**
 * What is typed, kept in the tab until the order is taken or its member has left; members find their name and address in
 * it.
 */
export function useTyped(country: string | undefined): [Typed, (changed: Partial<Typed>) => void] {
  const [typed, setTyped] = useState<Typed>(() =>
    begun(kept<Partial<Typed>>(TYPED), country, readDestination().address),
  );
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
      .then(({ readMember }) => readMember())
      // Without the part it is typed.
      .catch(() => undefined)
      .then((member) => {
        if (!member) return;
        setTyped((before) => ({
          ...before,
          email: before.email || member.email,
          name: before.name || member.name,
        }));
      });
  }, []);
  return [typed, change];
}
