/** The token calls: log in, renew, log out. */
import { type TokensCreateData, tokensCreate, tokensDelete } from '../api/generated/index.ts';
import type { Claims } from './claims.ts';
import { clearClaims, storeClaims } from './session-store.ts';

async function askForToken(body: TokensCreateData['body']): Promise<Claims> {
  const { data } = await tokensCreate({ body });
  storeClaims(data.public.claims);
  return data.public.claims;
}

/** Throws ProblemError: 401 for a wrong address or password, 429 with retryAfter after too many. */
export const logIn = (email: string, password: string) => askForToken({ email, password });

export const renewToken = () => askForToken({ refresh: true });

/**
 * Ends the session here and on the server, then loads `to` afresh, so that nothing of the session is
 * left in memory. Without a connection the claims go all the same.
 */
export async function logOut(to = '/cms-login'): Promise<void> {
  await tokensDelete().catch(() => undefined);
  clearClaims();
  window.location.assign(to);
}
