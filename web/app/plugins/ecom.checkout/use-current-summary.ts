import { type RefObject, useEffect, useRef } from 'react';
import type { Summarised } from '../shop/use-summary.ts';

/** The summary as it is drawn last, and who waits for the next answer. */
export interface Waited {
  latest: RefObject<Summarised>;
  goOn: RefObject<(() => void) | undefined>;
}

/** What `currentSummary` waits with, once the order is to be placed. */
export function useCurrentSummary(summarised: Summarised): Waited {
  const latest = useRef(summarised);
  latest.current = summarised;
  const goOn = useRef<() => void>(undefined);
  const { isCurrent, problem } = summarised;
  useEffect(() => {
    if (isCurrent || problem) goOn.current?.();
  }, [isCurrent, problem]);
  return { latest, goOn };
}
