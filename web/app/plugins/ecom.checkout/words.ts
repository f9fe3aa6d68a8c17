import { msg } from '@lingui/core/macro';
import { ProblemError } from '../../api/problem.ts';
import type { Words } from '../members/problem.ts';

/** What the form itself finds: nothing was sent. */
type NotYet = 'till_pending' | 'till_unavailable' | 'till_no_method' | 'till_methods_missing';
export const notYet = (code: NotYet): ProblemError => new ProblemError(0, { code });

/** What is said of an order that was not taken. */
export const refusals: Words = ({ code, status }) => {
  switch (code) {
    case 'summary_changed':
      return msg`Something has changed since you saw the total. Check it and place the order again.`;
    case 'collection_not_offered':
      return msg`Orders can no longer be collected. Please choose delivery.`;
    case 'till_pending':
      return msg`The total has changed or could not be calculated. Check it and place the order again.`;
    case 'till_unavailable':
      return msg`This cannot be ordered as it is. Please check what is marked in the summary.`;
    case 'till_methods_missing':
      return msg`The payment methods could not be loaded. Nothing was sent: please try again.`;
    case 'till_no_method':
      return msg`Please choose how to pay.`;
    case 'gateway_not_offered':
      return msg`This payment method is no longer available. Please choose another one.`;
    case 'network_error':
    case 'timeout':
      return msg`We don’t know whether your order arrived. Press again: it will be placed only once.`;
  }
  if (status === 401)
    return msg`You’ve been logged out. Log in to continue, or press again to order as a guest.`;
  return status >= 500
    ? msg`We don’t know whether your order arrived. Press again: it will be placed only once.`
    : undefined;
};
