import type { ProblemError } from '../../api/problem.ts';

/** Words of a form for a refusal that has no field; undefined leaves them to the service. */
export type Words = (problem: ProblemError) => string | undefined;

export function problemWords(problem: ProblemError, words?: Words): string {
  const own = words?.(problem);
  if (own) return own;
  if (problem.status === 429) return `Too many attempts. Please try again ${later(problem.retryAfter)}.`;
  if (problem.errors.length > 0) return 'Please check what is marked.';
  return problem.message;
}

/** "in 40 seconds", "in 3 minutes": rounded up, so that nobody comes back too early. */
function later(seconds: number | undefined): string {
  if (!seconds) return 'later';
  return seconds <= 90 ? `in ${seconds} seconds` : `in ${Math.ceil(seconds / 60)} minutes`;
}
