import { renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ProblemError } from '../../api/problem.ts';
import { summary, summaryRow } from '../shop/testing.ts';
import type { Summarised } from '../shop/use-summary.ts';
import { currentSummary } from './current-summary.ts';
import { useCurrentSummary } from './use-current-summary.ts';

const seen = summary([summaryRow(1)]);
const state = (over: Partial<Summarised>): Summarised => ({
  summary: seen,
  isCurrent: true,
  problem: undefined,
  retry: () => {},
  ...over,
});
const hook = (over: Partial<Summarised>) =>
  renderHook((props: Summarised) => useCurrentSummary(props), { initialProps: state(over) });

it('gives at once what is current', async () => {
  const { result } = hook({});
  expect(await currentSummary(result.current)).toBe(seen);
});

it('waits for the answer that is under way', async () => {
  const { result, rerender } = hook({ isCurrent: false });
  const asked = currentSummary(result.current);
  const answer = { ...seen };
  rerender(state({ summary: answer }));
  expect(await asked).toBe(answer);
});

it('gives none whose total is another one than was seen', async () => {
  const { result, rerender } = hook({ isCurrent: false });
  const asked = currentSummary(result.current);
  rerender(state({ summary: { ...seen, totalInclTax: seen.totalInclTax + 1 } }));
  expect(await asked).toBeUndefined();
});

it('gives none where asking has failed', async () => {
  const { result, rerender } = hook({ isCurrent: false });
  const asked = currentSummary(result.current);
  rerender(state({ isCurrent: false, problem: new ProblemError(503, {}) }));
  expect(await asked).toBeUndefined();
});

it('asks once more for what could not be had before', async () => {
  const retry = vi.fn();
  const { result, rerender } = hook({ isCurrent: false, problem: new ProblemError(503, {}), retry });
  const asked = currentSummary(result.current);
  expect(retry).toHaveBeenCalledOnce();
  rerender(state({}));
  expect(await asked).toBe(seen);
});
