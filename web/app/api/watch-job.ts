/** A job that somebody waits for: its stream tells of it, and without one it is looked at again and again. */
import {
  authJobsGet,
  cmsJobsGet,
  contentJobsGet,
  crmJobsGet,
  ecomJobsGet,
  type JobOut,
} from './generated/index.ts';
import { isUnderWay, type JobPlace, type JobService, pause, streamJob } from './job-stream.ts';
import { ProblemError } from './problem.ts';

type Look = (options: { path: { job_id: string }; signal?: AbortSignal }) => Promise<{ data: JobOut }>;

const LOOKS: Record<JobService, Look> = {
  auth: authJobsGet,
  cms: cmsJobsGet,
  content: contentJobsGet,
  crm: crmJobsGet,
  ecom: ecomJobsGet,
};

/** Milliseconds between two looks. */
const PAUSE = 500;
/** Milliseconds until a stream is asked for again that could not be had. */
const AGAIN = 5_000;
/** Milliseconds for which the service may be away. */
const PATIENCE = 60_000;

interface Watching {
  signal?: AbortSignal;
  onJob?: (job: JobOut) => void;
}

/**
 * The job once it has ended, be it done or failed. A look that fails is made again, for a minute: the job goes on meanwhile.
 * Throws a ProblemError where nobody answers for longer, or the job is not to be seen; the signal's reason once it says so.
 */
export async function watchJob(place: JobPlace, watching: Watching = {}): Promise<JobOut> {
  const { signal, onJob } = watching;
  let streamsAgainAt = 0;
  let failingSince: number | undefined;
  for (;;) {
    signal?.throwIfAborted();
    if (Date.now() >= streamsAgainAt) {
      const last = await streamed(place, watching);
      if (last && !isUnderWay(last)) return last;
      streamsAgainAt = Date.now() + AGAIN;
    }
    signal?.throwIfAborted();
    try {
      const { data } = await LOOKS[place.service]({ path: { job_id: place.id }, signal });
      failingSince = undefined;
      onJob?.(data);
      if (!isUnderWay(data)) return data;
    } catch (error) {
      failingSince ??= Date.now();
      if (!mayPass(error) || Date.now() - failingSince >= PATIENCE) throw error;
    }
    await pause(PAUSE, signal);
  }
}

/** The job as it was told of last, undefined where nothing was. */
const streamed = (place: JobPlace, { signal, onJob = () => undefined }: Watching) =>
  streamJob(place, { signal, onJob }).catch(() => undefined);

/** Whether the next look may find what this one did not: no answer, a service that is away or has too much to do. */
const mayPass = (error: unknown) =>
  error instanceof ProblemError && (error.status === 0 || error.status === 429 || error.status >= 500);
