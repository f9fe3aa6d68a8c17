import type { SummaryOut } from '../../api/generated/index.ts';
import type { Waited } from './use-current-summary.ts';

/** Longer than this nobody who has pressed a button waits for a sum. Milliseconds. */
const LONGEST = 5000;

/**
 * Returns the current summary of the basket and waits for the answer that is under way: a buyer who types the last
 * figure of a postcode and presses the button need not press it again. It gives undefined when no answer came, or when
 * the total differs from the one that the buyer saw. It repeats a request that failed before.
 */
export async function currentSummary({ latest, goOn }: Waited): Promise<SummaryOut | undefined> {
  const seen = latest.current.summary?.totalInclTax;
  if (latest.current.problem) latest.current.retry();
  if (!latest.current.isCurrent)
    await new Promise<void>((resolve) => {
      goOn.current = resolve;
      setTimeout(resolve, LONGEST);
    });
  const { summary, isCurrent } = latest.current;
  return isCurrent && summary?.totalInclTax === seen ? summary : undefined;
}
