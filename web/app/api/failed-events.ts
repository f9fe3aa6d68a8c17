/** Events that a service could not apply after many attempts, of all services of the site as one list. */
import { t } from '@lingui/core/macro';
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
import { ProblemError } from './problem.ts';
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

interface Params {
  start: number;
  limit: number;
  /** `failedAt` or `subscriber`, `-` before one that is descending. */
  sort: string;
}

interface Part {
  results: FailedEvent[];
  total: number;
}

/** As many as one answer holds. */
const MOST = 100;
/** While there are some, a worker may be retrying them. Milliseconds. */
const EVERY = 5_000;

export const failedEventsKey = ['failed events'];

/** Of one service, or of all that the site has. */
export const listFailedEventsOptions = (params: Params, service: ServiceName | undefined) =>
  queryOptions({
    queryKey: [...failedEventsKey, params, service],
    queryFn: ({ client, signal }) =>
      service ? readOne(service, params, signal) : readAll(client, params, signal),
    refetchInterval: ({ state }) => ((state.data?.total ?? 0) > 0 ? EVERY : false),
  });

async function readOne(service: ServiceName, query: Params, signal: AbortSignal) {
  const { data } = await CALLS[service].list({ query, signal });
  return { ...data, results: data.results.map((event) => ({ ...event, service })) };
}

async function readAll(client: QueryClient, { start, limit, sort }: Params, signal: AbortSignal) {
  const parts = partsOf(await client.fetchQuery(siteOptions()));
  const found = await Promise.all(
    parts.map(({ service, label }) =>
      readFirst(service, start + limit, sort, signal).catch((error: unknown) => {
        throw namedAfter(label, error);
      }),
    ),
  );
  const sorted = found.flatMap(({ results }) => results).sort(byKey(sort));
  const total = found.reduce((sum, part) => sum + part.total, 0);
  return { results: sorted.slice(start, start + limit), total, start, limit };
}

/** The first of one service: what of all comes first is among them. */
async function readFirst(
  service: ServiceName,
  count: number,
  sort: string,
  signal: AbortSignal,
): Promise<Part> {
  const results: FailedEvent[] = [];
  for (;;) {
    const limit = Math.min(MOST, count - results.length);
    const part = await readOne(service, { start: results.length, limit, sort }, signal);
    results.push(...part.results);
    if (results.length >= Math.min(count, part.total) || part.results.length === 0)
      return { results, total: part.total };
  }
}

function byKey(sort: string): (one: FailedEvent, other: FailedEvent) => number {
  const sign = sort.startsWith('-') ? -1 : 1;
  const key = sort.endsWith('subscriber') ? 'subscriber' : 'failedAt';
  return (one, other) => sign * (one[key] < other[key] ? -1 : Number(one[key] > other[key]));
}

/** A service that is away hides the others' events from the whole list: the words say which one it is. */
function namedAfter(label: string, error: unknown): unknown {
  if (!(error instanceof ProblemError) || !error.isUnreachable) return error;
  const detail = t`“${label}” is not answering. Choose another service to see its failed events.`;
  return new ProblemError(error.status, { title: error.title, detail, requestId: error.requestId });
}

/** A worker of the service then gives the event once more to the subscriber that failed at it, and to no other. */
export async function retryFailedEvent({ service, eventId, subscriber }: FailedEvent): Promise<void> {
  await CALLS[service].retry({ body: { eventIds: [eventId], subscriber } });
}
