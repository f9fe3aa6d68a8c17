import { plural, t } from '@lingui/core/macro';
import type { I18n } from '#words/i18n.ts';

/** When to come back: rounded up, so that nobody does too early. */
export function tooMany(seconds: number | undefined, i18n: I18n): string {
  if (!seconds) return t(i18n)`Too many attempts. Please try again later.`;
  if (seconds <= 90) {
    return t(
      i18n,
    )`Too many attempts. Please try again in ${plural(seconds, { one: '# second', other: '# seconds' })}.`;
  }
  const minutes = Math.ceil(seconds / 60);
  return t(
    i18n,
  )`Too many attempts. Please try again in ${plural(minutes, { one: '# minute', other: '# minutes' })}.`;
}
