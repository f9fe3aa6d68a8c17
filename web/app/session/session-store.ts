/** The claims as all tabs of the browser share them. */
import { create } from 'zustand';
import { setPersonZone } from '#words/screen-formats.ts';
import { CLAIMS_KEY, type Claims, isCurrent } from './claims.ts';
import { readStoredClaims } from './keeping.ts';

export const useSessionStore = create<{ claims: Claims | null }>(() => ({ claims: readStoredClaims() }));

setPersonZone(useSessionStore.getState().claims?.timezone);
useSessionStore.subscribe(({ claims }) => setPersonZone(claims?.timezone));

/** The claims of whoever is logged in, or null. */
export function readClaims(): Claims | null {
  const { claims } = useSessionStore.getState();
  return isCurrent(claims) ? claims : null;
}

export function storeClaims(claims: Claims): void {
  localStorage.setItem(CLAIMS_KEY, JSON.stringify(claims));
  useSessionStore.setState({ claims });
}

export function clearClaims(): void {
  localStorage.removeItem(CLAIMS_KEY);
  useSessionStore.setState({ claims: null });
}

/** Follows logins, renewals and logouts of the other tabs; returns how to stop. */
export function followOtherTabs(): () => void {
  const onStorage = (event: StorageEvent) => {
    // A null key is localStorage.clear().
    if (event.key === CLAIMS_KEY || event.key === null)
      useSessionStore.setState({ claims: readStoredClaims() });
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
