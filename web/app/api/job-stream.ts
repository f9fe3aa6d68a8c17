/**
 * The changes of one job as its service tells of them, by server-sent events. One stream at a time in a tab: a browser
 * keeps six connections to a host over HTTP/1.1 for all its tabs. Whoever gets none looks at the job again and again.
 */
import { fetchWithin } from './fetch.ts';
import { createSseClient } from './generated/core/serverSentEvents.gen.ts';
import type { JobOut } from './generated/index.ts';
import { ProblemError } from './problem.ts';

/** Where each service answers. */
const PREFIXES = { content: '/client', auth: '/auth', cms: '/cms', ecom: '/ecom', crm: '/crm' };
export type JobService = keyof typeof PREFIXES;

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

/** The stream that is open, until it is left. */
let open: { signal: AbortSignal; told?: string } | undefined;

/** Whether the job's changes come by themselves at present: nobody needs to ask for it. */
export const isFollowed = (id: string | null | undefined): boolean =>
  Boolean(id) && open?.told === id && !open?.signal.aborted;

/**
 * Follows a job until it is finished or the stream ends; gives it as it was told of last, undefined where nothing was told:
 * another stream is open, or the service did not answer. ProblemError where the job is not to be followed at all.
 */
export async function streamJob(
  { service, id }: JobPlace,
  { signal, onJob }: { signal?: AbortSignal; onJob: (job: JobOut) => void },
): Promise<JobOut | undefined> {
  if ((open && !open.signal.aborted) || signal?.aborted) return undefined;
  const leaving = new AbortController();
  const own: typeof open = { signal: signal ? AbortSignal.any([signal, leaving.signal]) : leaving.signal };
  open = own;
  let last: JobOut | undefined;
  let fault: unknown;
  try {
    const { stream } = createSseClient<JobOut>({
      url: new URL(`${PREFIXES[service]}/jobs/${id}/events`, window.location.origin).href,
      fetch: fetchWithin(LONGEST),
      signal: own.signal,
      // Whoever asked decides whether to ask again, and looks by itself meanwhile.
      sseMaxRetryAttempts: 1,
      sseDefaultRetryDelay: 0,
      onSseError: (error) => {
        fault = error;
      },
    });
    for await (const told of stream) {
      last = told as unknown as JobOut;
      own.told = id;
      onJob(last);
      if (!isUnderWay(last)) break;
    }
  } finally {
    leaving.abort();
    if (open === own) open = undefined;
  }
  if (!last && fault instanceof ProblemError && FINAL.includes(fault.status)) throw fault;
  return last;
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
