/** By whose claims a screen is drawn that may hold unsaved work. */
import type { Claims } from './claims.ts';
import { readClaims } from './session-store.ts';
import { isLoggingOut } from './tokens.ts';
import { useSession } from './use-session.ts';

let last: Claims | null = null;

/**
 * Returns the claims of the user who is logged in, or was until the session ended elsewhere: in another tab,
 * by time, by an administrator who changed the account. The shell then leads to the login. Where unsaved work
 * would be lost it asks first, and the screen with that work has to stay until the user has answered. For the
 * same reason these claims do not expire. They decide what is shown; the services decide what is saved.
 */
export function readScreenClaims(): Claims | null {
  const claims = readClaims();
  if (claims) last = { ...claims, exp: Number.POSITIVE_INFINITY };
  return claims || !isLoggingOut() ? last : null;
}

/** Draws anew at login, renewal and log-out, in whichever tab they happen. */
export function useScreenClaims(): Claims | null {
  useSession();
  return readScreenClaims();
}
