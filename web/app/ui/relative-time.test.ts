import { expect, it } from 'vitest';
import { formatsFor } from '#words/format.ts';
import { timeInWords } from './relative-time.tsx';

const now = new Date('2026-03-10T12:00:00Z');

it.each([
  ['2026-03-10T11:59:31Z', 'just now'],
  ['2026-03-10T11:57:00Z', '3 minutes ago'],
  ['2026-03-10T07:00:00Z', '5 hours ago'],
  ['2026-03-09T11:00:00Z', 'yesterday'],
  ['2026-03-10T12:20:00Z', 'in 20 minutes'],
  ['2026-02-01T12:00:00Z', '1 Feb 2026'],
])('%s is %s', (moment, words) => {
  expect(timeInWords(formatsFor('en', 'Europe/London'), new Date(moment), now)).toBe(words);
});
