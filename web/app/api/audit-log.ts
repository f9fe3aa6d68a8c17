/** Who did what on the site: the audit logs of all services as one. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import {
  type AuditEntryOut,
  authAuditLogList,
  type CmsAuditLogListData,
  cmsAuditLogList,
  contentAuditLogList,
  crmAuditLogList,
  ecomAuditLogList,
} from './generated/index.ts';
import { type LogSource, Places, readMerged } from './merged-log.ts';
import type { Params } from './of-services.ts';
import { COMMON } from './read-all.ts';
import { partsOf, siteOptions } from './site.ts';

const CALLS = {
  content: contentAuditLogList,
  auth: authAuditLogList,
  cms: cmsAuditLogList,
  ecom: ecomAuditLogList,
  crm: crmAuditLogList,
};
export type ServiceName = keyof typeof CALLS;
export const isService = (name: string | undefined): name is ServiceName => !!name && name in CALLS;

export interface AuditRecord extends AuditEntryOut {
  service: ServiceName;
}

type Query = NonNullable<CmsAuditLogListData['query']>;

/** What the log is narrowed down by; `service` chooses whose is read. */
export interface AuditFilters extends Pick<Query, 'q' | 'since' | 'until'> {
  userId?: string;
  subjectType?: string;
  subjectId?: string;
  service?: ServiceName;
  action?: string;
}

const places = new Places();

export const listAuditLogOptions = (params: Params, filters: AuditFilters) =>
  queryOptions({
    queryKey: ['audit log', params, filters],
    queryFn: ({ client, signal }) => readAuditLog(client, params, filters, signal),
  });

async function readAuditLog(
  client: QueryClient,
  { start, limit, sort }: Params,
  filters: AuditFilters,
  signal: AbortSignal,
) {
  const sources = await sourcesOf(client, filters, sort, signal);
  const isDescending = sort !== 'at';
  const list = JSON.stringify([sort, filters]);
  const before = await places.before(list, start, async (many, after) => {
    const { results } = await readMerged(sources, many, after, isDescending);
    return results;
  });
  const part = await readMerged(sources, limit, before, isDescending);
  // The next page begins at the end of this one, and the next part of all entries a little before it.
  for (const back of [0, COMMON])
    places.note(list, start + part.results.length - back, part.results.at(-1 - back));
  return { ...part, start, limit };
}

/** The services that the site has, or the chosen one. */
async function sourcesOf(
  client: QueryClient,
  { service: chosen, action, userId, subjectType, subjectId, ...query }: AuditFilters,
  sort: string,
  signal: AbortSignal,
): Promise<LogSource<AuditRecord>[]> {
  // The service that knows which areas the site has may be the one that is away.
  const site = await client.fetchQuery(siteOptions()).catch(() => ({ hasEcom: true, hasCRM: true }));
  const parts = partsOf(site);
  return parts
    .filter(({ service }) => !chosen || service === chosen)
    .map(({ service, label }) => ({
      label,
      read: async (limit, after) => {
        const { data } = await CALLS[service]({
          query: {
            ...query,
            ...(action && { action: [action] }),
            'user-id': userId,
            'subject-type': subjectType,
            'subject-id': subjectId,
            ...(after && { 'after-at': after.at, 'after-id': after.id }),
            sort: sort === 'at' ? 'at' : '-at',
            limit,
          },
          signal,
        });
        return { ...data, results: data.results.map((entry) => ({ ...entry, service })) };
      },
    }));
}

/** The latest entry about a record, which says what the record is called. */
export const latestEntryOptions = (subjectId: string) =>
  listAuditLogOptions({ start: 0, limit: 1, sort: '-at' }, { subjectId });
