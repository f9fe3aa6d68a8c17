import { expect, it } from 'vitest';
import { areaOfRatio, isCrop, parsedCrop, pointWithin, writtenCrop } from './image-crops.ts';

const RIGHT = { left: 0.5, top: 0, width: 0.5, height: 1 };

it('is written as it is read', () => {
  expect(parsedCrop('5000-0-5000-10000')).toEqual(RIGHT);
  expect(parsedCrop('5000-0-5000-10000-7500-0')).toEqual({ ...RIGHT, focus: { x: 0.75, y: 0 } });
  for (const written of ['5000-0-5000-10000', '1-2-100-100', '0-0-10000-10000-0-10000'])
    expect(writtenCrop(parsedCrop(written) ?? RIGHT)).toBe(written);
});

it('is none where all of the image is shown and nothing is said of it', () => {
  expect(writtenCrop({ left: 0, top: 0, width: 1, height: 1 })).toBeUndefined();
  expect(writtenCrop({ left: 0.00004, top: 0, width: 0.99999, height: 1 })).toBeUndefined();
});

it('always stays on the image, however it was rounded', () => {
  for (let step = 0; step < 500; step += 1) {
    const [left, top] = [(step * 0.61803) % 1, (step * 0.41421) % 1];
    const area = { left, top, width: 1 - left, height: 1 - top };
    const written = writtenCrop({ ...area, focus: { x: 1, y: top } }) ?? '';
    expect(isCrop(written), written).toBe(true);
  }
});

it('has a point of the image where it lies in the part', () => {
  expect(pointWithin(RIGHT, { x: 0.75, y: 0.2 })).toEqual({ x: 0.5, y: 0.2 });
  expect(pointWithin(RIGHT, { x: 0.1, y: 0.2 })).toEqual({ x: 0, y: 0.2 });
});

it('has the largest part of a ratio, as near to a point as can be', () => {
  const size = { width: 2000, height: 1000 };
  expect(areaOfRatio(size, 1, { x: 0, y: 0 }, RIGHT)).toEqual(RIGHT);
  expect(areaOfRatio(size, 2, { x: 0, y: 1 }, RIGHT)).toEqual({
    left: 0.5,
    top: 0.5,
    width: 0.5,
    height: 0.5,
  });
});
