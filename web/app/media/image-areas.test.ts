/** Which part of an image is shown: what tests/cms/test_file_vectors.py holds the service to, which cuts it. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type Crop, parsedCrop, WHOLE } from '../page/image-crops.ts';
import { areaOf, SHAPES, type Shape } from './shapes.ts';

interface Case {
  name: string;
  width: number;
  height: number;
  aspect: Shape | null;
  focal: [number, number];
  crop: string | null;
  area: [left: number, top: number, width: number, height: number];
}

const file = new URL('../../../tests/vectors/image-areas.json', import.meta.url);
const vectors: { shapes: string[]; areas: Case[] } = JSON.parse(readFileSync(file, 'utf8'));

it.each(vectors.areas)('$name', ({ width, height, aspect, focal: [x, y], crop, area }) => {
  const part: Crop = parsedCrop(crop ?? undefined) ?? WHOLE;
  const focal = part.focus ?? { x, y };
  const { left, top, ...size } = aspect ? areaOf({ width, height }, aspect, focal, part) : part;
  for (const [index, found] of [left, top, size.width, size.height].entries())
    expect(found).toBeCloseTo(area[index] as number, 6);
});

it('knows the shapes that the service knows', () => {
  expect([...SHAPES]).toEqual(vectors.shapes);
});
