/** What happens before a screen opens: who may see it, and where everyone else goes. */
import { type LoaderFunctionArgs, redirect, redirectDocument } from 'react-router';
import { ProblemError } from '../api/problem.ts';
import { hasUsers } from '../api/site.ts';
import {
  adminDestination,
  canEdit,
  destinationOf,
  ecomDestination,
  homeOf,
  isScreen,
} from '../session/access.ts';
import {
  clearRedirectedFrom,
  readRedirectedFrom,
  rememberRedirectedFrom,
} from '../session/redirected-from.ts';
import { clearClaims, readClaims } from '../session/session-store.ts';
import { logOut, renewToken } from '../session/tokens.ts';
import { rememberTurnedAway } from '../session/turned-away.ts';

type Guard = (args: LoaderFunctionArgs) => Promise<Response | null>;

/** Without the hash: a router's request has none. */
const pathOf = (request: Request) => {
  const { pathname, search } = new URL(request.url);
  return pathname + search;
};

/** Set-up is open while the site has no users; when that cannot be learnt, login is the safer screen. */
export const setupGuard: Guard = async () => {
  try {
    if (await hasUsers()) return redirect('/cms-login');
    // A user who opened a screen before the set-up got nowhere: the first login is not to lead there.
    clearRedirectedFrom();
    return null;
  } catch (error) {
    console.error('The state of the set-up could not be read.', error);
    return redirect('/cms-login');
  }
};

/**
 * Where somebody who is logged in goes from the login screen: to the remembered address, or to what is open to them
 * instead. Null when nothing there is: then the screen says so and another account can log in.
 */
export function takeDestination(): string | null {
  const claims = readClaims();
  const remembered = readRedirectedFrom();
  if (!remembered) return homeOf(claims);
  const destination = destinationOf(claims, remembered);
  if (destination) {
    clearRedirectedFrom();
    tellIfElsewhere(remembered, destination);
  }
  return destination;
}

/** Tells a user who asked for a screen and gets another one why. */
function tellIfElsewhere(asked: string, destination: string): void {
  const { pathname } = new URL(asked, window.location.origin);
  if (asked !== destination && isScreen(pathname)) rememberTurnedAway(pathname);
}

/** Files, and public pages for somebody who may not edit, are not of the router: they are loaded, not navigated to. */
export function isNavigable(path: string): boolean {
  return path.startsWith('/cms-') || (canEdit(readClaims()) && !path.startsWith('/files/'));
}

export const goTo = (path: string): Response => (isNavigable(path) ? redirect(path) : redirectDocument(path));

/**
 * Renews the token and returns whether the user is still logged in. The session that the claims describe may
 * have ended (a change of scopes ends it): the claims would keep the user from the login, or send them back
 * and forth by a page that says 401. The token has the last word.
 */
async function isStillLoggedIn(): Promise<boolean> {
  if (!readClaims()) return false;
  try {
    await renewToken();
  } catch (error) {
    if (!(error instanceof ProblemError && error.isUnreachable)) clearClaims();
  }
  return readClaims() !== null;
}

export const loginGuard: Guard = async () => {
  if (!(await isStillLoggedIn())) return null;
  const destination = takeDestination();
  return destination ? goTo(destination) : null;
};

/** Lets in every user who is logged in; the screen decides about their rights. */
export const loggedInGuard: Guard = async ({ request }) => {
  if (readClaims()) return null;
  rememberRedirectedFrom(pathOf(request));
  return redirect('/cms-login');
};

/** Lets in, leads elsewhere, or asks to log in first and remembers where one was going. */
const staffGuard =
  (destinationOf: typeof adminDestination): Guard =>
  async ({ request }) => {
    const { pathname } = new URL(request.url);
    const destination = destinationOf(readClaims(), pathname);
    if (destination === pathname) return null;
    if (destination) {
      tellIfElsewhere(pathname, destination);
      return redirect(destination);
    }
    rememberRedirectedFrom(pathOf(request));
    return redirect('/cms-login');
  };

export const adminGuard = staffGuard(adminDestination);

export const ecomGuard = staffGuard(ecomDestination);

/**
 * The host serves the editor to users whose token may edit, and the page itself to everyone else. Where the
 * browser's claims say otherwise (storage cleared, scopes changed) the token has the last word: it is
 * renewed once for its claims, and if that is refused, it goes. An answer that never came refuses nothing: the page may
 * be on its way out, or the network gone.
 */
export const editorGuard: Guard = async ({ request }) => {
  if (canEdit(readClaims())) return null;
  try {
    await renewToken();
  } catch (error) {
    if (!(error instanceof ProblemError) || error.isUnreachable) throw error;
    await logOut(pathOf(request));
    return null;
  }
  return canEdit(readClaims()) ? null : redirectDocument(pathOf(request));
};
