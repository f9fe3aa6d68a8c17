/** A job that somebody looks at, as it is told of while it goes on. */
import { useDocumentVisibility } from '@mantine/hooks';
import { useEffect, useEffectEvent, useState } from 'react';
import { followJob } from '../api/follow-job.ts';
import type { JobOut } from '../api/generated/index.ts';
import type { JobService } from '../api/job-services.ts';

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
  const tell = useEffectEvent(onBreak);
  // A tab that nobody sees keeps no connection from the others.
  const isSeen = useDocumentVisibility() === 'visible';
  useEffect(() => {
    if (!id || !isSeen) return;
    const leave = followJob({ service, id }, { onJob: setJob, onBreak: () => tell() });
    return () => {
      leave();
      setJob(undefined);
    };
  }, [service, id, isSeen]);
  return job?.id === id ? job : undefined;
}
