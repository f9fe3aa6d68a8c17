/** Logging in, renewing and logging out on the pages of the site, where nothing of the SPA is loaded. */
import { apiFetch } from '../api/fetch.ts';
import type { TokensCreateData } from '../api/generated/index.ts';
import { CLAIMS_KEY, type Claims } from './claims.ts';
import { clearDueLogOut, endOnServer, renewUnlessLoggedOut } from './due-log-out.ts';

/** What the answer to a login brings. */
export interface TokenAnswer {
  public: { claims: Claims };
  /** Once, when a second factor was set up on the way in. */
  recoveryCodes?: string[];
}

const address = () => new URL('/auth/tokens', location.origin);

async function post(body: TokensCreateData['body']): Promise<TokenAnswer> {
  const response = await apiFetch(address(), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return response.json();
}

/**
 * Stores the claims that come back. A login takes the place of a log-out that is due; nothing is renewed of a session that
 * somebody has left. Throws ProblemError.
 */
export async function askForToken(body: TokensCreateData['body']): Promise<TokenAnswer> {
  const isRenewal = 'refresh' in body;
  const answer = await (isRenewal ? renewUnlessLoggedOut(() => post(body), askForEnd) : post(body));
  if (!isRenewal) clearDueLogOut();
  localStorage.setItem(CLAIMS_KEY, JSON.stringify(answer.public.claims));
  return answer;
}

/** Has the server end the session. Throws ProblemError. */
export const askForEnd = () => apiFetch(address(), { method: 'DELETE' });

/** Ends the session here and on the server; without a connection here at once, and there later. */
export async function endSession(): Promise<void> {
  await endOnServer(askForEnd);
  localStorage.removeItem(CLAIMS_KEY);
}
