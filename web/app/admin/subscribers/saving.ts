import { t } from '@lingui/core/macro';
import { ifMatch } from '../../api/fetch.ts';
import {
  type SubscriberIn,
  type SubscriberOut,
  subscribersCreate,
  subscribersUpdate,
} from '../../api/generated/index.ts';
import { ProblemError, withErrors } from '../../api/problem.ts';

type Changed = Partial<Pick<SubscriberOut, 'name' | 'state'>>;

/** Adds somebody to a list. Who is on it already is said beside their address. */
export async function add(body: SubscriberIn): Promise<SubscriberOut> {
  try {
    return (await subscribersCreate({ body })).data;
  } catch (error) {
    if (!(error instanceof ProblemError && error.code === 'subscriber_taken')) throw error;
    const detail = t`The list has a subscriber with this address already.`;
    throw withErrors(error, [{ field: 'emailAddress', code: error.code, detail }]);
  }
}

/** Saves a name or a state on the version that was read; all else of a subscriber stays as it is. */
export async function change(subscriber: SubscriberOut, changed: Changed): Promise<SubscriberOut> {
  const { id, version, emailAddress, name, listId, state } = subscriber;
  const { data } = await subscribersUpdate({
    path: { id },
    headers: ifMatch(version),
    body: { emailAddress, name, listId, state, ...changed },
  });
  return data;
}

export const setState = (subscriber: SubscriberOut, state: SubscriberOut['state']) =>
  change(subscriber, { state });
