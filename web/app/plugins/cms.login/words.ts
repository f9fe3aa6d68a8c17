import { msg } from '@lingui/core/macro';
import type { Words } from '../members/problem.ts';

/** The same words whether the account exists or not. */
export const wrong: Words = ({ status, code }) => {
  // That an account is disabled says the service, to whoever has shown that it is theirs.
  if (status !== 401 || code === 'account_disabled') return undefined;
  return msg`Email or password is incorrect. Check both and try again.`;
};
