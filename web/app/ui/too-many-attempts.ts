import type { ProblemError } from '../api/problem.ts';

/** "in 40 seconds", "in 3 minutes": rounded up, so that nobody comes back too early. */
export function waitInWords(seconds: number): string {
  if (seconds <= 90) return `in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
  return `in ${Math.ceil(seconds / 60)} minutes`;
}

/** What is said after too many attempts; undefined for every other refusal. */
export function tooManyAttempts({ status, retryAfter }: ProblemError): string | undefined {
  if (status !== 429) return undefined;
  return `Too many attempts. Please try again ${retryAfter ? waitInWords(retryAfter) : 'later'}.`;
}
