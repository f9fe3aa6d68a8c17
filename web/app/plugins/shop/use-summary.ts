import { useEffect, useRef, useState } from 'react';
import { fetchWithin } from '../../api/fetch.ts';
import type { BasketIn, SummaryOut } from '../../api/generated/index.ts';
import { ProblemError } from '../../api/problem.ts';
import { type Basket, changeBasket, rowKey, withSeenPrices } from './basket.ts';

/** Quantities are typed digit by digit. Milliseconds. */
const REST = 200;
const TIMEOUT = 10_000;

export interface Summarised {
  /** What the server said last; it may be of a basket that has changed since. */
  summary: SummaryOut | undefined;
  /** Whether it is of the basket as it is now. */
  isCurrent: boolean;
  /** Why there is none. */
  problem: ProblemError | undefined;
  /** Asks once more. */
  retry: () => void;
}

/** What a basket costs, going to a place as far as that is known. */
export function useSummary(
  basket: Basket | undefined,
  { address, collects = false }: Pick<BasketIn, 'address' | 'collects'> = {},
): Summarised {
  const [answer, setAnswer] = useState<{ of: string; summary: SummaryOut }>();
  const [problem, setProblem] = useState<ProblemError>();
  const [attempt, setAttempt] = useState(0);
  const asked = JSON.stringify({ rows: basket?.map(({ seenPrice, ...row }) => row), address, collects });
  const isFirst = useRef(true);
  const latest = useRef(basket);
  latest.current = basket;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked says all that is asked, and attempt that it is asked anew
  useEffect(() => {
    const rows = latest.current;
    if (!rows?.length) return;
    const stopped = new AbortController();
    const timer = setTimeout(
      async () => {
        try {
          const summary = await summarise({ rows: [...rows], address, collects }, stopped.signal);
          if (stopped.signal.aborted) return;
          setProblem(undefined);
          setAnswer({ of: asked, summary });
          noteSeen(summary);
        } catch (error) {
          if (stopped.signal.aborted) return;
          if (!(error instanceof ProblemError)) throw error;
          setProblem(error);
        }
      },
      isFirst.current ? 0 : REST,
    );
    isFirst.current = false;
    return () => {
      clearTimeout(timer);
      stopped.abort();
    };
  }, [asked, attempt]);
  return {
    summary: answer?.summary,
    isCurrent: answer?.of === asked && !problem,
    problem,
    retry: () => setAttempt((before) => before + 1),
  };
}

async function summarise(basket: BasketIn, signal: AbortSignal): Promise<SummaryOut> {
  const response = await fetchWithin(TIMEOUT)(new URL('/ecom/baskets/summary', window.location.origin), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(basket),
    signal,
  });
  return response.json();
}

/** Stores the prices that the buyer has seen: the next page does not announce a changed price again. */
function noteSeen({ rows }: SummaryOut): void {
  const prices = new Map(rows.filter(({ product }) => product).map((row) => [rowKey(row), row.price]));
  const before = (basket: Basket) => JSON.stringify(basket);
  changeBasket((basket) => {
    const seen = withSeenPrices(basket, prices);
    return before(seen) === before(basket) ? basket : seen;
  });
}
