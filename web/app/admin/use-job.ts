/** A job that somebody looks at, as it is told of while it goes on. */
import { useDocumentVisibility } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import type { JobOut } from '../api/generated/index.ts';
import { isUnderWay, type JobService, pause, streamJob } from '../api/job-stream.ts';

/** Milliseconds until a stream is asked for again that could not be had, or that broke. */
const AGAIN = 5_000;

/**
 * The job as it was told of last; undefined while nothing is. `onBreak` is called when it has ended, and when nothing is
 * told of it any more: then the screen has to look by itself, for as long as isFollowed says no.
 */
export function useJob(
  service: JobService,
  id: string | null | undefined,
  onBreak: () => void,
): JobOut | undefined {
  const [job, setJob] = useState<JobOut>();
  const told = useRef(onBreak);
  useEffect(() => {
    told.current = onBreak;
  });
  // A tab that nobody sees keeps no connection from the others.
  const isSeen = useDocumentVisibility() === 'visible';
  useEffect(() => {
    if (!id || !isSeen) return;
    const leaving = new AbortController();
    void follow(service, id, leaving.signal, setJob, () => told.current());
    return () => {
      leaving.abort();
      setJob(undefined);
    };
  }, [service, id, isSeen]);
  return job?.id === id ? job : undefined;
}

async function follow(
  service: JobService,
  id: string,
  signal: AbortSignal,
  onJob: (job: JobOut | undefined) => void,
  onBreak: () => void,
): Promise<void> {
  while (!signal.aborted) {
    let last: JobOut | undefined;
    try {
      last = await streamJob({ service, id }, { signal, onJob: (job) => !signal.aborted && onJob(job) });
    } catch {
      // Not ours to follow.
      return;
    }
    if (signal.aborted) return;
    if (last) onBreak();
    if (last && !isUnderWay(last)) return;
    onJob(undefined);
    await pause(AGAIN, signal);
  }
}
