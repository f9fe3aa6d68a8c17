/** The end of a registration: the link in the mail was followed. */

import { browserZone } from '#words/format.ts';
import { apiJson } from '../../api/json.ts';
import { CLAIMS_KEY } from '../../session/claims.ts';
import { clearDueLogOut } from '../../session/due-log-out.ts';
import type { TokenAnswer } from '../../session/member-tokens.ts';

/** Makes the account with the names and the password that were typed, and logs in. Throws ProblemError. */
export async function confirmRegistration(token: string, typed: Record<string, string>): Promise<void> {
  const body = { ...typed, token, timezone: browserZone() };
  const answer = await apiJson<TokenAnswer>('POST', '/auth/registrations/confirmation', { body });
  clearDueLogOut();
  localStorage.setItem(CLAIMS_KEY, JSON.stringify(answer.public.claims));
}
