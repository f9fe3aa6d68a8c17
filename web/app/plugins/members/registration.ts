/** The end of a registration: the link in the mail was followed. */

import { apiJson } from '../../api/json.ts';
import { CLAIMS_KEY } from '../../session/claims.ts';
import type { TokenAnswer } from '../../session/member-tokens.ts';

/** Makes the account and logs in. Throws ProblemError. */
export async function confirmRegistration(token: string): Promise<void> {
  const answer = await apiJson<TokenAnswer>('POST', '/auth/registrations/confirmation', { body: { token } });
  localStorage.setItem(CLAIMS_KEY, JSON.stringify(answer.public.claims));
}
