/** Long work of all services that keep a list of it, as one list. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type JobOut, usersList } from './generated/index.ts';
import { JOB_SERVICES, type JobService } from './job-services.ts';
import { isFollowed, isUnderWay } from './job-stream.ts';
import { type Params, type Part, readTogether } from './of-services.ts';
import { ProblemError } from './problem.ts';
import { partsOf, siteOptions } from './site.ts';

export { isUnderWay } from './job-stream.ts';

export type JobState = JobOut['state'];

export interface JobRecord extends JobOut {
  service: JobService;
}

export interface JobFilters {
  state?: JobState;
  /** Any service that the site does not have lists all. */
  service?: string;
  /** Failed jobs that were dismissed, or all others. */
  isDismissed?: boolean;
  q?: string;
  /** Names of jobs that the words stand for. */
  kinds?: string[];
}

/** Start of the key of every list of jobs: invalidate by it. */
export const jobsKey = ['jobs of all services'];

/** Milliseconds between two looks while something is under way that is not told of by itself. */
const EVERY = 2_000;
/** As many users are looked for that words may stand for. */
const MOST_STARTERS = 100;

export const listJobsOptions = (params: Params, filters: JobFilters) =>
  queryOptions({
    queryKey: [...jobsKey, params, filters],
    queryFn: ({ client, signal }) => readAll(client, params, filters, signal),
    refetchInterval: ({ state: { data } }) =>
      data?.results.some((job) => isUnderWay(job) && !isFollowed(job.id)) ? EVERY : false,
  });

async function readAll(
  client: QueryClient,
  { start, limit, sort }: Params,
  { state, service: wanted, isDismissed, q, kinds }: JobFilters,
  signal: AbortSignal,
) {
  const parts = partsOf(await client.fetchQuery(siteOptions()));
  const chosen = parts.filter(({ service }) => service === wanted);
  const found: ListQuery = q ? { q, 'or-kind': kinds, 'or-starter': await startersNamed(q, signal) } : {};
  const sources = (chosen.length > 0 ? chosen : parts).map(({ service, label }) => ({
    label,
    read: (part: Params) =>
      readOne(
        service,
        { ...part, ...found, 'is-dismissed': isDismissed, state: state && [state] },
        signal,
      ).catch(nothingWhereDenied),
  }));
  const key = sort.replace('-', '');
  return readTogether(sources, { start, limit, sort }, (job) => sortedBy(job, key));
}

type ListQuery = NonNullable<Parameters<(typeof JOB_SERVICES)[JobService]['list']>[0]>['query'];

async function readOne(service: JobService, query: ListQuery, signal: AbortSignal): Promise<Part<JobRecord>> {
  const { data } = await JOB_SERVICES[service].list({ query, signal });
  return { ...data, results: data.results.map((job) => ({ ...job, service })) };
}

/** Of a service whose jobs somebody may not see there are none. */
function nothingWhereDenied(error: unknown): Part<JobRecord> {
  if (error instanceof ProblemError && error.status === 403) return { results: [], total: 0 };
  throw error;
}

/** What a job that has not ended sorts by, as the services have it: after all that have. */
const NEVER = '~';

const sortedBy = (job: JobOut, key: string) =>
  key === 'state' ? job.state : key === 'finishedAt' ? (job.finishedAt ?? NEVER) : job.createdAt;

/** The users whom words name. Where nobody can say, the jobs are found by everything else. */
async function startersNamed(q: string, signal: AbortSignal): Promise<string[]> {
  try {
    const { data } = await usersList({ query: { q, limit: MOST_STARTERS }, signal });
    return data.results.map(({ id }) => id);
  } catch (error) {
    if (error instanceof ProblemError) return [];
    throw error;
  }
}

/** It ends in its own time. ProblemError 409 when it is finished or always goes on to its end. */
export async function cancelJob({ service, id }: JobRecord): Promise<void> {
  await JOB_SERVICES[service].cancel({ path: { job_id: id } });
}

/** Whether a job still asks somebody to look at it. */
export const isDismissable = ({ state, dismissedAt }: Pick<JobOut, 'state' | 'dismissedAt'>): boolean =>
  state === 'failed' && dismissedAt === null;

/** Nobody is asked to look at a failed job any more. ProblemError 409 where it has not failed. */
export async function dismissJob({ service, id }: JobRecord): Promise<JobRecord> {
  return { ...(await JOB_SERVICES[service].dismiss({ path: { job_id: id } })).data, service };
}

/** Takes a dismissal back. */
export async function undismissJob({ service, id }: JobRecord): Promise<JobRecord> {
  return { ...(await JOB_SERVICES[service].undismiss({ path: { job_id: id } })).data, service };
}
