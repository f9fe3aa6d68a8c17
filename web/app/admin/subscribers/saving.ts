import { ifMatch } from '../../api/fetch.ts';
import { type SubscriberOut, subscribersUpdate } from '../../api/generated/index.ts';

type Changed = Partial<Pick<SubscriberOut, 'name' | 'state'>>;

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
