import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { shownFile, viewProps } from '../testing.ts';
import manifest from './manifest.ts';
import TextImage, { type TextImageFields } from './render.tsx';

const PICTURE = { address: '/a.jpg' };
const FILE = '0199a1b2-0000-7000-8000-000000000001';

function draw(fields: TextImageFields, position = 0): HTMLElement {
  return render(<TextImage {...viewProps({ ref: manifest.ref, fields, position })} />).container;
}

function side(container: HTMLElement): string | undefined {
  return container.querySelector<HTMLElement>('.pw-pair')?.dataset.side;
}

describe('cms.textImage', () => {
  it('alternates by its place among the pairs of the page', () => {
    const fields = { picture: PICTURE, side: 'auto' } as const;
    expect([0, 1, 2].map((position) => side(draw(fields, position)))).toEqual(['left', 'right', 'left']);
  });

  it('stays on a side that was chosen', () => {
    expect(side(draw({ picture: PICTURE, side: 'right' }, 0))).toBe('right');
  });

  it('gives the image its size and description, and loads it late', () => {
    const image = draw({ picture: { ...PICTURE, width: 800, height: 600, alt: 'A boat' } }).querySelector(
      'img',
    );
    expect(image?.alt).toBe('A boat');
    expect([image?.width, image?.height]).toEqual([800, 600]);
    expect(image?.getAttribute('loading')).toBe('lazy');
  });

  it('is text alone without an image, and has no empty heading', () => {
    const container = draw({ text: '<p>Text</p>' });
    expect(side(container)).toBe('none');
    expect(container.querySelector('img, h2')).toBeNull();
  });

  it('is text alone where the image is not for the visitor', () => {
    const container = draw({ text: '<p>Text</p>', picture: { file: FILE, alt: 'Secret' } });
    expect(side(container)).toBe('none');
    expect(container.innerHTML).not.toContain('Secret');
  });

  it('shows a file of the library by what the library says of it', () => {
    const files = { [FILE]: shownFile({ alt: 'A harbour', focalPoint: { x: 0.25, y: 0.5 } }) };
    const props = viewProps({ ref: manifest.ref, fields: { picture: { file: FILE } }, files });
    const image = render(<TextImage {...props} />).container.querySelector('img');
    expect(image?.alt).toBe('A harbour');
    expect([image?.width, image?.height]).toEqual([3000, 2000]);
    expect(image?.getAttribute('srcset')).toContain('/files/a.jpg?v=1&size=lg 1024w');
    expect(image?.style.objectPosition).toBe('25% 50%');
  });

  it('has a caption below the image, and alternative text of its own', () => {
    const container = draw({ picture: { ...PICTURE, alt: 'A boat' }, caption: 'Kept <in> Bergen' });
    expect(container.querySelector('figure > img')?.getAttribute('alt')).toBe('A boat');
    expect(container.querySelector('figure > figcaption')?.textContent).toBe('Kept <in> Bergen');
    expect(draw({ picture: PICTURE, caption: ' ' }).querySelector('figure, figcaption')).toBeNull();
  });

  it('shows no caption of an image that is not for the visitor', () => {
    const container = draw({ text: '<p>Text</p>', picture: { file: FILE }, caption: 'Secret' });
    expect(container.innerHTML).not.toContain('Secret');
  });

  it('is described as the specification says', () => {
    expect(manifest.tooltip).toBe('An automatically alternating text and image pair');
  });
});
