/**
 * The address that somebody was led away from because it is not open to them. Kept for the tab: on the way to where it is
 * said, the browser may load the document anew, in another language.
 */

const KEY = 'turnedAwayFrom';

export function rememberTurnedAway(pathname: string): void {
  sessionStorage.setItem(KEY, pathname);
}

/** It is given once. */
export function takeTurnedAway(): string | null {
  const pathname = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return pathname;
}
