import { hasScope, isCurrent } from './claims.ts';
import { useSessionStore } from './session-store.ts';

/** Who is logged in; draws anew at login, renewal and logout, in whichever tab they happen. */
export function useSession() {
  const claims = useSessionStore((state) => state.claims);
  const isLoggedIn = isCurrent(claims);
  return { claims: isLoggedIn ? claims : null, isLoggedIn };
}

export function useHasScope(...wanted: string[]): boolean {
  return hasScope(useSession().claims, wanted);
}
