import { Check, Clock, Loader, TriangleAlert } from 'lucide-react';
import type { JobState } from '../../api/jobs.ts';
import { Badge } from '../../ui/badge.tsx';
import { STATES } from './words.ts';

const LOOKS: Record<JobState, Omit<Parameters<typeof Badge>[0], 'children'>> = {
  queued: { icon: Clock },
  running: { icon: Loader },
  done: { tone: 'good', icon: Check },
  failed: { tone: 'danger', icon: TriangleAlert },
};

/** How a job is, in a word. */
export function JobStateBadge({ state }: { state: JobState }) {
  return <Badge {...LOOKS[state]}>{STATES[state]}</Badge>;
}
