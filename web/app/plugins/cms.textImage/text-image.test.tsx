import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { viewProps } from '../testing.ts';
import manifest from './manifest.ts';
import TextImage, { type TextImageFields } from './render.tsx';

function draw(fields: TextImageFields, position = 0): HTMLElement {
  return render(<TextImage {...viewProps({ ref: manifest.ref, fields, position })} />).container;
}

function side(container: HTMLElement): string | undefined {
  return container.querySelector<HTMLElement>('.pw-pair')?.dataset.side;
}

describe('cms.textImage', () => {
  it('alternates by its place among the pairs of the page', () => {
    const fields = { image: '/a.jpg', side: 'auto' } as const;
    expect([0, 1, 2].map((position) => side(draw(fields, position)))).toEqual(['left', 'right', 'left']);
  });

  it('stays on a side that was chosen', () => {
    expect(side(draw({ image: '/a.jpg', side: 'right' }, 0))).toBe('right');
  });

  it('gives the image its size and description, and loads it late', () => {
    const image = draw({
      image: '/a.jpg',
      imageAlt: 'A boat',
      imageWidth: 800,
      imageHeight: 600,
    }).querySelector('img');
    expect(image?.alt).toBe('A boat');
    expect([image?.width, image?.height]).toEqual([800, 600]);
    expect(image?.getAttribute('loading')).toBe('lazy');
  });

  it('is text alone without an image, and has no empty heading', () => {
    const container = draw({ text: '<p>Text</p>' });
    expect(side(container)).toBe('none');
    expect(container.querySelector('img, h2')).toBeNull();
  });

  it('is described as the specification says', () => {
    expect(manifest.tooltip).toBe('An automatically alternating text and image pair');
  });
});
