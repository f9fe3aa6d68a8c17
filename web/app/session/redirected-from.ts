/** Where somebody was going when the login came in between. Kept for the tab, so that it outlives a reload. */

const KEY = 'redirectedFrom';
const HERE = 'https://here.invalid';

/**
 * The path, query and hash of an address on this site, or null for anything else: other sites, other
 * schemes, and the ways of writing them that browsers mend (`//host`, `/\host`, a tab inside).
 */
export function pathOnThisSite(address: string | null): string | null {
  if (!address?.startsWith('/')) return null;
  let url: URL;
  try {
    url = new URL(address, HERE);
  } catch {
    return null;
  }
  const isHere = url.origin === HERE && !url.pathname.startsWith('//');
  return isHere ? url.pathname + url.search + url.hash : null;
}

const isLogin = (path: string) => /^\/cms-login(?![\w-])/.test(path);

export function rememberRedirectedFrom(path: string): void {
  const safe = pathOnThisSite(path);
  if (safe && !isLogin(safe)) sessionStorage.setItem(KEY, safe);
}

/** What was remembered; it stays so until it is cleared. A page for 401 names it in its link to the login. */
export function readRedirectedFrom(): string | null {
  const named = new URLSearchParams(window.location.search).get(KEY);
  if (named) rememberRedirectedFrom(named);
  return pathOnThisSite(sessionStorage.getItem(KEY));
}

export function clearRedirectedFrom(): void {
  sessionStorage.removeItem(KEY);
}
