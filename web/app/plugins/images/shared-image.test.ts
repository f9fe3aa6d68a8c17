import { expect, it } from 'vitest';
import { shownFile } from '../testing.ts';
import { sharedImage } from './shared-image.ts';

it.each([
  ['a size that the image is wider than', 'xl', {}, { width: 2048, height: 1365 }],
  ['all of a part that is no wider', 'xl', { crop: '0-0-5000-10000' }, { width: 1500, height: 2000 }],
  ['a shape of it', 'lg', { aspect: '16:9' }, { width: 1024, height: 576 }],
] as const)('has the dimensions of %s', (_, size, cut, dimensions) => {
  expect(sharedImage(shownFile(), size, cut).dimensions).toEqual(dimensions);
});

it('has those of the file where that has no sizes, and none where nobody knows them', () => {
  const drawing = shownFile({ hasSizes: false });
  expect(sharedImage(drawing, 'lg')).toEqual({
    address: '/files/a.jpg?v=1',
    dimensions: { width: 3000, height: 2000 },
  });
  expect(sharedImage(shownFile({ width: null, height: null }), 'lg').dimensions).toBeUndefined();
});
