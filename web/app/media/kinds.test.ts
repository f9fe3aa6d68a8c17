import { expect, it } from 'vitest';
import { kindOf, sizeInWords } from './kinds.ts';

it.each([
  ['image/svg+xml', 'image'],
  ['video/mp4', 'video'],
  ['audio/mpeg', 'audio'],
  ['application/pdf', 'document'],
  ['text/csv', 'document'],
  ['application/vnd.oasis.opendocument.text', 'document'],
  ['application/zip', 'archive'],
  ['application/octet-stream', 'other'],
  ['', 'other'],
])('%s is %s', (mimeType, kind) => {
  expect(kindOf(mimeType)).toBe(kind);
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
