import { plural, t } from '@lingui/core/macro';
import type { ProblemError } from '../api/problem.ts';

/** "in 40 seconds", "in 3 minutes": rounded up, so that nobody comes back too early. */
export function waitInWords(seconds: number): string {
  if (seconds <= 90) return t`${plural(seconds, { one: 'in # second', other: 'in # seconds' })}`;
  const minutes = Math.ceil(seconds / 60);
  return t`${plural(minutes, { one: 'in # minute', other: 'in # minutes' })}`;
}

/** What is said after too many attempts; undefined for every other refusal. */
export function tooManyAttempts({ status, retryAfter }: ProblemError): string | undefined {
  if (status !== 429) return undefined;
  if (!retryAfter) return t`Too many attempts. Please try again later.`;
  return t`Too many attempts. Please try again ${waitInWords(retryAfter)}.`;
}
