/** On the server: which numbers and days a question takes, in the site's language. */
import { t } from '@lingui/core/macro';
import { formatsFor } from '#words/format.ts';
import type { I18n } from '#words/i18n.ts';
import type { ContactItem } from './questions.ts';

export function numberWanted({ least, most }: ContactItem, words: I18n): string {
  const number = (value: number) => formatsFor(words.locale).number(value);
  const [from, to] = [number(least ?? 0), number(most ?? 0)];
  if (least === undefined) return t(words)`Enter ${to} or less.`;
  if (most === undefined) return t(words)`Enter ${from} or more.`;
  return t(words)`Enter a number from ${from} to ${to}.`;
}

export function dayWanted({ earliest, latest }: ContactItem, words: I18n): string {
  const day = (value: string) => formatsFor(words.locale).day(value);
  const [from, to] = [day(earliest ?? ''), day(latest ?? '')];
  if (!earliest) return t(words)`Choose ${to} or an earlier date.`;
  if (!latest) return t(words)`Choose ${from} or a later date.`;
  return t(words)`Choose a date from ${from} to ${to}.`;
}
