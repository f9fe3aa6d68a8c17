/** Long work of all services that keep a list of it, as one list. */
import { queryOptions } from '@tanstack/react-query';
import {
  cmsJobsCancel,
  cmsJobsList,
  contentJobsCancel,
  contentJobsList,
  type JobOut,
} from './generated/index.ts';
import { type Params, readTogether } from './of-services.ts';
import { partsOf } from './site.ts';

const CALLS = {
  content: { list: contentJobsList, cancel: contentJobsCancel },
  cms: { list: cmsJobsList, cancel: cmsJobsCancel },
};
type ServiceName = keyof typeof CALLS;

export type JobState = JobOut['state'];

export interface JobRecord extends JobOut {
  service: ServiceName;
}

/** Start of the key of every list of jobs: invalidate by it. */
export const jobsKey = ['jobs of all services'];

/** Milliseconds between two looks while something is under way. */
const EVERY = 2_000;
export const isUnderWay = ({ state }: Pick<JobOut, 'state'>): boolean =>
  state === 'queued' || state === 'running';

/** The services that keep a list of their work, and what they are called. */
export function jobServices(): { service: ServiceName; label: string }[] {
  const labels = new Map<string, string>(partsOf(undefined).map(({ service, label }) => [service, label]));
  return (Object.keys(CALLS) as ServiceName[]).map((service) => ({
    service,
    label: labels.get(service) ?? service,
  }));
}

/** `service` is one of jobServices; any other value lists all. */
export const listJobsOptions = (params: Params, state: JobState | undefined, service?: string) =>
  queryOptions({
    queryKey: [...jobsKey, params, state, service],
    queryFn: ({ signal }) => readAll(params, state, service, signal),
    refetchInterval: ({ state: { data } }) => (data?.results.some(isUnderWay) ? EVERY : false),
  });

function readAll(
  params: Params,
  state: JobState | undefined,
  wanted: string | undefined,
  signal: AbortSignal,
) {
  const all = jobServices();
  const chosen = all.filter(({ service }) => service === wanted);
  const sources = (chosen.length > 0 ? chosen : all).map(({ service, label }) => ({
    label,
    read: async (part: Params) => {
      const { data } = await CALLS[service].list({ query: { ...part, state: state && [state] }, signal });
      return { ...data, results: data.results.map((job): JobRecord => ({ ...job, service })) };
    },
  }));
  return readTogether(sources, params, ({ createdAt }) => createdAt);
}

/** It ends in its own time. ProblemError 409 when it is finished or always goes on to its end. */
export async function cancelJob({ service, id }: JobRecord): Promise<void> {
  await CALLS[service].cancel({ path: { job_id: id } });
}
