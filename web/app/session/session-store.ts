/** The claims as all tabs of the browser share them. */
import { create } from 'zustand';
import { setPerson } from '#words/screen-formats.ts';
import { CLAIMS_KEY, type Claims, isCurrent, readStoredClaims } from './claims.ts';
import { chosenLocale, isLocaleKey, keepLocale } from './person-locale.ts';

export const useSessionStore = create<{ claims: Claims | null }>(() => ({ claims: readStoredClaims() }));

function writeAsPersonDoes(): void {
  const { claims } = useSessionStore.getState();
  setPerson({ timeZone: claims?.timezone, locale: chosenLocale(claims?.sub) });
}

writeAsPersonDoes();
useSessionStore.subscribe(writeAsPersonDoes);

/** Returns the locale that the principal has chosen for dates and numbers; undefined: the browser's. */
export const ownLocale = (): string | undefined => chosenLocale(useSessionStore.getState().claims?.sub);

export function chooseOwnLocale(locale: string | undefined): void {
  const { claims } = useSessionStore.getState();
  if (claims) keepLocale(claims.sub, locale);
  writeAsPersonDoes();
}

/** Returns the claims of the principal, or null when nobody is logged in. */
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

/**
 * Calls it when another user logs in than the one before, in any tab of the browser; returns how to stop. A user who logs
 * in again after a log-out is no other.
 */
export function onOtherUser(react: () => void): () => void {
  let last = useSessionStore.getState().claims?.user;
  return useSessionStore.subscribe(({ claims }) => {
    if (!claims || claims.user === last) return;
    const isFirst = last === undefined;
    last = claims.user;
    if (!isFirst) react();
  });
}

/** Follows logins, renewals and logouts of the other tabs; returns how to stop. */
export function followOtherTabs(): () => void {
  const onStorage = (event: StorageEvent) => {
    // A null key is localStorage.clear().
    if (event.key && isLocaleKey(event.key)) writeAsPersonDoes();
    if (event.key === CLAIMS_KEY || event.key === null)
      useSessionStore.setState({ claims: readStoredClaims() });
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
