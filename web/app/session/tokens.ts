/** The token calls: log in, renew, log out. */
import { apiFetch } from '../api/fetch.ts';
import type { Claims } from './claims.ts';
import { clearClaims, storeClaims } from './session-store.ts';

interface TokenAnswer {
  public: { claims: Claims };
}

async function askForToken(body: { email: string; password: string } | { refresh: true }): Promise<Claims> {
  const response = await apiFetch('/auth/tokens', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer: TokenAnswer = await response.json();
  storeClaims(answer.public.claims);
  return answer.public.claims;
}

/** Throws ProblemError: 401 for a wrong address or password, 429 with retryAfter after too many. */
export const logIn = (email: string, password: string) => askForToken({ email, password });

export const renewToken = () => askForToken({ refresh: true });

/**
 * Ends the session here and on the server, then loads `to` afresh, so that nothing of the session is
 * left in memory. Without a connection the claims go all the same.
 */
export async function logOut(to = '/cms-login'): Promise<void> {
  await apiFetch('/auth/tokens', { method: 'DELETE' }).catch(() => undefined);
  clearClaims();
  window.location.assign(to);
}
