import { expect, it } from 'vitest';
import { mayBe, sizeInWords } from './kinds.ts';

it('lets nothing be put where it cannot belong, as far as a browser knows', () => {
  expect(mayBe(['image'], 'image/heic')).toBe(true);
  expect(mayBe(['image'], 'video/mp4')).toBe(false);
  expect(mayBe(['image'], '')).toBe(false);
  expect(mayBe(['document'], 'application/pdf')).toBe(true);
  expect(mayBe(['document'], 'image/png')).toBe(false);
});

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1 KB'],
  [3_440, '3.4 KB'],
  [34_400, '34 KB'],
  [999_700, '1 MB'],
  [5_368_709_120, '5.4 GB'],
])('%i bytes are %s', (bytes, words) => {
  expect(sizeInWords(bytes, String)).toBe(words);
});
