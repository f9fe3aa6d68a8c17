import { useEffect, useRef } from 'react';
import type { SummaryOut } from '../../api/generated/index.ts';
import type { Summarised } from '../shop/use-summary.ts';

/** Longer than this nobody who has pressed a button waits for a sum. Milliseconds. */
const LONGEST = 5000;

/**
 * Returns a function that gives the current summary of the basket and waits for the answer that is under way:
 * a buyer who types the last figure of a postcode and presses the button need not press it again. It gives
 * undefined when no answer came, or when the total differs from the one that the buyer saw. It repeats a
 * request that failed before.
 */
export function useCurrentSummary(summarised: Summarised): () => Promise<SummaryOut | undefined> {
  const latest = useRef(summarised);
  latest.current = summarised;
  const goOn = useRef<() => void>(undefined);
  const { isCurrent, problem } = summarised;
  useEffect(() => {
    if (isCurrent || problem) goOn.current?.();
  }, [isCurrent, problem]);
  return async () => {
    const seen = latest.current.summary?.totalInclTax;
    if (latest.current.problem) latest.current.retry();
    if (!latest.current.isCurrent)
      await new Promise<void>((resolve) => {
        goOn.current = resolve;
        setTimeout(resolve, LONGEST);
      });
    const { summary, isCurrent } = latest.current;
    return isCurrent && summary?.totalInclTax === seen ? summary : undefined;
  };
}
