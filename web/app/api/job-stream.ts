/**
 * The changes of jobs as their service tells of them, by server-sent events. One stream of a service at a time in a tab, and
 * few in all: a browser keeps six connections to a host over HTTP/1.1 for all its tabs. A caller that gets no
 * stream polls the job.
 */
import { fetchWithin } from './fetch.ts';
import { createSseClient } from './generated/core/serverSentEvents.gen.ts';
import type { JobOut } from './generated/index.ts';
import { JOB_SERVICES, type JobService } from './job-services.ts';
import { ProblemError } from './problem.ts';

export interface JobPlace {
  service: JobService;
  id: string;
}

/** Longer than a service lets one stream go on, which it ends by itself. Milliseconds. */
const LONGEST = 150_000;
/** What no second try changes: somebody else's job, or none. */
const FINAL = [401, 403, 404];

export const isUnderWay = ({ state }: Pick<JobOut, 'state'>): boolean =>
  state === 'queued' || state === 'running';

/** Streams at a time in a tab: the screens' own calls need connections too. */
const MOST = 3;

interface Open {
  signal: AbortSignal;
  /** Jobs of which something was told and more may come. */
  underWay: Set<string>;
}

/** The streams that are open, until they are left: one of each service. */
const open = new Map<JobService, Open>();

const openServices = () => [...open].filter(([, { signal }]) => !signal.aborted).map(([service]) => service);

/** Whether the job's changes come by themselves at present: nobody needs to ask for it. */
export const isFollowed = (id: string | null | undefined): boolean =>
  Boolean(id) &&
  [...open.values()].some(({ signal, underWay }) => !signal.aborted && underWay.has(id as string));

interface Following {
  signal?: AbortSignal;
  onJob: (job: JobOut) => void;
}

/**
 * Follows jobs of a service until all are finished or the stream ends; gives each as it was told of last, by its id. Nothing
 * is told where the service has a stream already, too many are open, or the service did not answer. ProblemError where none
 * of the jobs is to be followed at all.
 */
export async function streamJobs(
  service: JobService,
  ids: readonly string[],
  { signal, onJob }: Following,
): Promise<Map<string, JobOut>> {
  const last = new Map<string, JobOut>();
  const others = openServices();
  if (others.length >= MOST || others.includes(service) || signal?.aborted) return last;
  const leaving = new AbortController();
  const underWay = new Set<string>();
  const own: Open = { signal: signal ? AbortSignal.any([signal, leaving.signal]) : leaving.signal, underWay };
  open.set(service, own);
  let fault: unknown;
  try {
    const { stream } = createSseClient<JobOut>({
      url: addressOf(service, ids),
      fetch: fetchWithin(LONGEST),
      signal: own.signal,
      // The caller decides whether to open the stream again, and polls the job meanwhile.
      sseMaxRetryAttempts: 1,
      sseDefaultRetryDelay: 0,
      onSseError: (error) => {
        fault = error;
      },
    });
    for await (const event of stream) {
      const job = event as unknown as JobOut;
      last.set(job.id, job);
      if (isUnderWay(job)) underWay.add(job.id);
      else underWay.delete(job.id);
      onJob(job);
      if (underWay.size === 0 && last.size >= ids.length) break;
    }
  } finally {
    leaving.abort();
    if (open.get(service) === own) open.delete(service);
  }
  if (last.size === 0 && fault instanceof ProblemError && FINAL.includes(fault.status)) throw fault;
  return last;
}

function addressOf(service: JobService, ids: readonly string[]): string {
  const jobs = `${JOB_SERVICES[service].path}/jobs`;
  const one = ids.length === 1 ? ids[0] : undefined;
  const query = new URLSearchParams(ids.map((id) => ['id', id]));
  return new URL(one ? `${jobs}/${one}/events` : `${jobs}/events?${query}`, window.location.origin).href;
}

/** Resolves after so many milliseconds, or at once when the signal says so. */
export const pause = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
