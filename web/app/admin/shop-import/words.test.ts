// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { fieldInWords, valueInWords } from './words.ts';

it.each([
  ['rate_millionths', '200000', '20 %'],
  ['rate_millionths', '55000', '5.5 %'],
  ['description', '<p>A <strong>log</strong> basket.</p><p>Of willow.</p>', 'A log basket. Of willow.'],
  ['description', '<p></p>', 'nothing'],
  ['name', 'a < b', 'a < b'],
  ['is_published', 'true', 'yes'],
  ['brand', null, 'nothing'],
])('%s is written as people read it', (field, value, words) => {
  expect(valueInWords(field, value)).toBe(words);
});

it('calls the rate what the file does', () => {
  expect(fieldInWords('rate_millionths')).toBe('Rate in percent');
});
