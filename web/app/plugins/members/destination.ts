/** Where a member goes after logging in. */
import {
  clearRedirectedFrom,
  readRedirectedFrom,
  rememberRedirectedFrom,
} from '../../session/redirected-from.ts';

/** To where one was going, else to the page that the editor chose, else here again. Always a full load. */
export function goOn(chosen: string | undefined): void {
  const remembered = readRedirectedFrom();
  clearRedirectedFrom();
  const destination = remembered ?? chosen;
  if (!destination || destination === location.pathname) location.reload();
  else if (destination.split('#')[0] === location.pathname + location.search) {
    // Another fragment alone would load nothing.
    history.replaceState(history.state, '', destination);
    location.reload();
  } else location.assign(destination);
}

/** Before a link to the login is followed: one comes back to this page. */
export function rememberThisPage(hash = ''): void {
  rememberRedirectedFrom(location.pathname + location.search + hash);
}

/** Before a login goes on at another address: one comes out of it where `goOn` would lead. */
export function rememberDestination(chosen: string | undefined): void {
  if (!readRedirectedFrom()) rememberRedirectedFrom(chosen || location.pathname + location.search);
}
