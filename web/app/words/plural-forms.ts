/**
 * What is said of a count that only a browser knows: the server says it in each form that the language has for counts, and
 * the browser chooses among these (say-count.ts).
 */
import { countingIn } from './messages.ts';
import type { PluralForms } from './say-count.ts';

/** Between them they have every category of every language: some begin at a million, some are for fractions alone. */
const SAMPLES = [...Array(201).keys(), 1_000_000, 1.5];

export function pluralForms(locale: string, say: (count: number) => string): PluralForms {
  const { plural, number } = countingIn(locale);
  const forms: Record<string, string> = {};
  for (const count of SAMPLES) {
    forms[plural.select(count)] ??= say(count).replace(number.format(count), '#');
  }
  return forms;
}
