import { expect, it } from 'vitest';
import { pagesBetween } from './use-listing.ts';

it.each([
  // first, last, folders, files: pages
  [0, 40, 0, 10_000, [0]],
  [90, 130, 0, 10_000, [0, 1]],
  [90, 130, 40, 10_000, [0]],
  [5_000, 5_060, 3, 10_000, [49, 50]],
  [9_990, 10_050, 3, 10_000, [99]],
  [0, 50, 60, 0, [0]],
])('items %i to %i after %i folders, of %i files', (first, last, folders, files, pages) => {
  expect(pagesBetween(first, last, folders, files)).toEqual(pages);
});
