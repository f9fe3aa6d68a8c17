import { BellOff, Check, Clock, Loader, TriangleAlert } from 'lucide-react';
import type { JobState } from '../../api/jobs.ts';
import { Badge } from '../../ui/badge.tsx';
import { DISMISSED, STATES } from './words.ts';

const LOOKS: Record<JobState, Omit<Parameters<typeof Badge>[0], 'children'>> = {
  queued: { icon: Clock },
  running: { icon: Loader },
  done: { tone: 'good', icon: Check },
  failed: { tone: 'danger', icon: TriangleAlert },
};

/** How a job is, in a word. */
export function JobStateBadge({ state, isDismissed }: { state: JobState; isDismissed?: boolean }) {
  if (isDismissed) return <Badge icon={BellOff}>{DISMISSED}</Badge>;
  return <Badge {...LOOKS[state]}>{STATES[state]}</Badge>;
}
