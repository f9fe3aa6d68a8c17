/** A job that somebody waits for: its stream tells of it, and without one it is looked at again and again. */
import { followJob } from './follow-job.ts';
import type { JobOut } from './generated/index.ts';
import { JOB_SERVICES } from './job-services.ts';
import { isUnderWay, type JobPlace, pause } from './job-stream.ts';
import { ProblemError } from './problem.ts';

/** Milliseconds between two looks. */
const PAUSE = 500;
/** Milliseconds for which the service may be away. */
const LONGEST_OUTAGE = 60_000;

interface Watching {
  signal?: AbortSignal;
  onJob?: (job: JobOut) => void;
}

/**
 * The job once it has ended, be it done or failed. A look that fails is made again, for a minute: the job goes on meanwhile.
 * Throws a ProblemError where nobody answers for longer, or the job is not to be seen; the signal's reason once it says so.
 */
export async function watchJob(place: JobPlace, { signal, onJob }: Watching = {}): Promise<JobOut> {
  const stream = followed(place, onJob);
  signal?.addEventListener('abort', stream.wake, { once: true });
  let failingSince: number | undefined;
  try {
    for (;;) {
      signal?.throwIfAborted();
      if (stream.last && !isUnderWay(stream.last)) return stream.last;
      if (stream.isOn) {
        await stream.change();
        continue;
      }
      try {
        const { data } = await JOB_SERVICES[place.service].get({ path: { job_id: place.id }, signal });
        failingSince = undefined;
        onJob?.(data);
        if (!isUnderWay(data)) return data;
      } catch (error) {
        failingSince ??= Date.now();
        if (!mayPass(error) || Date.now() - failingSince >= LONGEST_OUTAGE) throw error;
      }
      await pause(PAUSE, signal);
    }
  } finally {
    stream.leave();
    signal?.removeEventListener('abort', stream.wake);
  }
}

/** What the stream of the job's service says of it. It is on until one could not be had, and again once one could. */
function followed(place: JobPlace, onJob: Watching['onJob']) {
  let resume = () => {};
  const stream = {
    isOn: true,
    last: undefined as JobOut | undefined,
    wake: () => resume(),
    change: () =>
      new Promise<void>((resolve) => {
        resume = resolve;
      }),
    leave: () => {},
  };
  const stop = () => {
    stream.isOn = false;
    stream.wake();
  };
  stream.leave = followJob(place, {
    onJob: (job) => {
      if (!job) return;
      stream.last = job;
      stream.isOn = true;
      onJob?.(job);
    },
    onBreak: stop,
    onMiss: stop,
  });
  return stream;
}

/** Whether the next look may find what this one did not: no answer, a service that is away or has too much to do. */
const mayPass = (error: unknown) =>
  error instanceof ProblemError && (error.status === 0 || error.status === 429 || error.status >= 500);
