import { expect, it } from 'vitest';
import { ProblemError } from './problem.ts';
import { queryClient } from './query-client.ts';

it('repeats a reading twice where nobody answered, never where a service said no, and never a write', () => {
  const { queries, mutations } = queryClient.getDefaultOptions();
  const retry = queries?.retry as (failures: number, error: Error) => boolean;
  const [away, refused] = [new ProblemError(503, {}), new ProblemError(403, {})];
  expect([0, 1, 2].map((failures) => retry(failures, away))).toEqual([true, true, false]);
  expect(retry(0, refused)).toBe(false);
  expect(retry(0, new Error('ours'))).toBe(false);
  expect(mutations?.retry).toBe(false);
});
