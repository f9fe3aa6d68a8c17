import { expect, it } from 'vitest';
import { formatsFor } from '#words/format.ts';
import { wordsOf } from '#words/i18n.ts';
import { inWords } from './format.ts';
import type { FieldDefinition } from './types.ts';

const options = [{ value: 's', label: 'Small' }];

it.each<[FieldDefinition, unknown, string]>([
  [{ type: 'text', label: 'T' }, 'As it is', 'As it is'],
  [{ type: 'text', label: 'T' }, '', '–'],
  [{ type: 'switch', label: 'S' }, false, 'No'],
  [{ type: 'choice', label: 'C', options }, 's', 'Small'],
  [{ type: 'choice', label: 'C', options }, 'gone', 'gone'],
  [{ type: 'number', label: 'N', unit: 'kg' }, 1234.5, '1.234,5 kg'],
  [{ type: 'date', label: 'D' }, '2026-01-31', '31. Januar 2026'],
  [{ type: 'date', label: 'D' }, 'soon', 'soon'],
  [{ type: 'dateTime', label: 'D' }, '2026-01-31T23:30:00+01:00', '31. Januar 2026 um 22:30'],
  [{ type: 'money', label: 'M' }, { amount: 123456, currency: 'EUR' }, '1.234,56\u00a0€'],
  [{ type: 'money', label: 'M' }, { amount: 500, currency: 'JPY' }, '500\u00a0¥'],
])('%j %j', (definition, value, words) => {
  expect(inWords(definition, value, { i18n: wordsOf('en'), formats: formatsFor('de-DE', 'UTC') })).toBe(
    words,
  );
});
