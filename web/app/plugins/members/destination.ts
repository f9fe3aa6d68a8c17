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
  if (destination && destination !== location.pathname) location.assign(destination);
  else location.reload();
}

/** Before a link to the login is followed: one comes back to this page. */
export function rememberThisPage(): void {
  rememberRedirectedFrom(location.pathname + location.search);
}

/** Before a login goes on at another address: one comes out of it where `goOn` would lead. */
export function rememberDestination(chosen: string | undefined): void {
  if (!readRedirectedFrom()) rememberRedirectedFrom(chosen || location.pathname + location.search);
}
