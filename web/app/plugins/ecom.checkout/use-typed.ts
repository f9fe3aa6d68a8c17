import { useEffect, useState } from 'react';
import type { AccountOut } from '../../api/generated/index.ts';
import { apiJson } from '../../api/json.ts';
import { ProblemError } from '../../api/problem.ts';
import { CLAIMS_KEY, isCurrent, parseClaims } from '../../session/claims.ts';
import { keep, kept } from '../shop/kept.ts';
import { begun, type Typed } from './typed.ts';

const NAME = 'typed';

/** What is typed, kept in the tab until the order is taken; members find their name and address in it. */
export function useTyped(country: string | undefined): [Typed, (changed: Partial<Typed>) => void] {
  const [typed, setTyped] = useState<Typed>(() => begun(kept<Partial<Typed>>(NAME), country));
  const change = (changed: Partial<Typed>) =>
    setTyped((before) => {
      const after = { ...before, ...changed };
      keep(NAME, after);
      return after;
    });
  useEffect(() => {
    void readMember().then((member) => {
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

async function readMember(): Promise<{ email: string; name: string } | undefined> {
  if (!isCurrent(parseClaims(localStorage.getItem(CLAIMS_KEY)))) return undefined;
  try {
    const { user } = await apiJson<AccountOut>('GET', '/auth/account');
    const { emailAddress, firstName, lastName } = user.person;
    return { email: emailAddress, name: `${firstName} ${lastName}`.trim() };
  } catch (error) {
    // Then it is typed.
    if (error instanceof ProblemError) return undefined;
    throw error;
  }
}
