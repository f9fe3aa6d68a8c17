/** Events that a service could not apply after many attempts, of all services of the site as one list. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import {
  authFailedEventsList,
  authFailedEventsRetry,
  cmsFailedEventsList,
  cmsFailedEventsRetry,
  contentFailedEventsList,
  contentFailedEventsRetry,
  crmFailedEventsList,
  crmFailedEventsRetry,
  ecomFailedEventsList,
  ecomFailedEventsRetry,
  type FailedEventOut,
} from './generated/index.ts';
import { type Params, readTogether } from './of-services.ts';
import { partsOf, siteOptions } from './site.ts';

const CALLS = {
  content: { list: contentFailedEventsList, retry: contentFailedEventsRetry },
  auth: { list: authFailedEventsList, retry: authFailedEventsRetry },
  cms: { list: cmsFailedEventsList, retry: cmsFailedEventsRetry },
  ecom: { list: ecomFailedEventsList, retry: ecomFailedEventsRetry },
  crm: { list: crmFailedEventsList, retry: crmFailedEventsRetry },
};
export type ServiceName = keyof typeof CALLS;

/** The service is the one that could not apply the event. */
export interface FailedEvent extends FailedEventOut {
  service: ServiceName;
}

/** While there are some, a worker may be retrying them. Milliseconds. */
const EVERY = 5_000;

export const failedEventsKey = ['failed events'];

/** Of one service, or of all that the site has. */
export const listFailedEventsOptions = (params: SearchParams, service: ServiceName | undefined) =>
  queryOptions({
    queryKey: [...failedEventsKey, params, service],
    queryFn: ({ client, signal }) =>
      service ? readOne(service, params, signal) : readAll(client, params, signal),
    refetchInterval: ({ state }) => ((state.data?.total ?? 0) > 0 ? EVERY : false),
  });

interface SearchParams extends Params {
  q?: string;
}

async function readOne(service: ServiceName, query: SearchParams, signal: AbortSignal) {
  const { data } = await CALLS[service].list({ query, signal });
  return { ...data, results: data.results.map((event) => ({ ...event, service })) };
}

async function readAll(client: QueryClient, { q, ...params }: SearchParams, signal: AbortSignal) {
  const parts = partsOf(await client.fetchQuery(siteOptions()));
  const sources = parts.map(({ service, label }) => ({
    label,
    read: (part: Params) => readOne(service, { ...part, q }, signal),
  }));
  const key = params.sort.endsWith('subscriber') ? 'subscriber' : 'failedAt';
  return readTogether(sources, params, (event) => event[key]);
}

/** A worker of the service then gives the event once more to the subscriber that failed at it, and to no other. */
export async function retryFailedEvent({ service, eventId, subscriber }: FailedEvent): Promise<void> {
  await CALLS[service].retry({ body: { eventIds: [eventId], subscriber } });
}
