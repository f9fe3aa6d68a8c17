import { msg } from '@lingui/core/macro';
import type { Words } from '../members/problem.ts';

/** The same words whether the account exists or not. */
export const wrong: Words = ({ status, code }) => {
  // The service says that an account is disabled, to a visitor who has proved that it is theirs.
  if (status !== 401 || code === 'account_disabled') return undefined;
  return msg`Email or password is incorrect. Check both and try again.`;
};
