/** How large the part of an image is that is shown: what tests/cms/test_file_vectors.py holds the service to. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Aspect } from '../../fields/image/type.ts';
import { dimensionsOf, SIZES, sizeFor } from './variants.ts';

interface Case {
  name: string;
  width: number;
  height: number;
  aspect: Aspect | null;
  crop: string | null;
  area: [left: number, top: number, width: number, height: number];
}

const file = new URL('../../../../tests/vectors/image-areas.json', import.meta.url);
const vectors: { sizes: Record<string, number>; areas: Case[] } = JSON.parse(readFileSync(file, 'utf8'));

it.each(vectors.areas)('$name', ({ width, height, aspect, crop, area }) => {
  const cut = { aspect: aspect ?? undefined, crop: crop ?? undefined };
  const shown = dimensionsOf({ width, height, hasSizes: true }, cut);
  // In whole pixels, of which there is at least one.
  expect(Math.abs((shown?.width ?? 0) - Math.max(1, area[2] * width))).toBeLessThan(1);
  expect(Math.abs((shown?.height ?? 0) - Math.max(1, area[3] * height))).toBeLessThan(1);
});

it('has the sizes that the service has', () => {
  expect(Object.fromEntries(SIZES)).toEqual(vectors.sizes);
  for (const [size, width] of Object.entries(vectors.sizes)) expect(sizeFor(width)).toBe(size);
});
