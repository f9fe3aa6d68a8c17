import { render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { shownFile, viewProps } from '../testing.ts';
import manifest from './manifest.ts';
import Gallery, { type GalleryFields } from './render.tsx';
import start from './script.ts';

const files = {
  a: shownFile({ id: 'a', address: '/files/a.jpg?v=1', alt: 'A boat' }),
  b: shownFile({ id: 'b', address: '/files/b.jpg?v=1' }),
  c: shownFile({ id: 'c', address: '/files/c.jpg?v=1', alt: 'A dock' }),
};
const images = [
  { image: { file: 'a' }, caption: 'Our first' },
  { image: { file: 'b', alt: 'Sails' } },
  { image: { file: 'c' } },
];

function draw(fields: GalleryFields, known: Record<string, (typeof files)['a'] | null> = files): HTMLElement {
  const props = viewProps({ ref: manifest.ref, fields, files: known as typeof files });
  return render(
    <main>
      <Gallery {...props} />
    </main>,
  ).container;
}

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = vi.fn(function (this: HTMLDialogElement) {
    this.open = true;
  });
  HTMLDialogElement.prototype.close = vi.fn(function (this: HTMLDialogElement) {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  });
  Element.prototype.scrollTo = vi.fn() as never;
});

describe('the view', () => {
  it.each(['slider', 'grid', 'masonry'] as const)(
    'as a %s has all images with their words',
    async (display) => {
      const container = draw({ heading: 'Fleet', images, display });
      expect(await accessibilityFaults()).toEqual([]);
      const shown = [...container.querySelectorAll('li img')] as HTMLImageElement[];
      expect(shown.map(({ alt }) => alt)).toEqual(['A boat', 'Sails', 'A dock']);
      expect(shown.map((image) => image.getAttribute('loading'))).toEqual(['lazy', 'lazy', 'lazy']);
      expect(shown.every((image) => image.width > 0 && image.height > 0 && image.sizes !== '')).toBe(true);
      expect(screen.getByText('Our first').tagName).toBe('FIGCAPTION');
      // A mosaic cuts nothing off.
      expect(shown[0]?.src.includes('aspect=3:2')).toBe(display !== 'masonry');
    },
  );

  it('leads to the images themselves without a script, and to none where that is not wanted', () => {
    const links = [...draw({ images }).querySelectorAll('a')].map((link) => link.getAttribute('href'));
    expect(links).toEqual(['a', 'b', 'c'].map((name) => `/files/${name}.jpg?v=1&size=xl`));
    const plain = draw({ images, lightbox: false });
    expect(plain.querySelector('a, dialog')).toBeNull();
    expect(plain.querySelector('ul')?.tabIndex).toBe(0);
  });

  it('shows the part of an image that was chosen, cut to its shape, and all of that part by itself', () => {
    const crop = '5000-0-5000-10000';
    const container = draw({ images: [{ image: { file: 'a', crop } }], shape: '1:1' });
    expect(container.querySelector('img')?.src).toMatch(/\?v=1&aspect=1:1&crop=5000-0-5000-10000$/);
    const link = container.querySelector('a');
    expect(link?.getAttribute('href')).toBe(`/files/a.jpg?v=1&size=xl&crop=${crop}`);
    expect([link?.dataset.width, link?.dataset.height]).toEqual(['1500', '2000']);
    expect(link?.dataset.srcset).not.toContain('aspect');
  });

  it('shows nothing of what a visitor may not see', () => {
    const container = draw({ images }, { a: null as never, b: files.b });
    expect(container.querySelectorAll('li')).toHaveLength(1);
    expect(container.textContent).not.toContain('Our first');
    expect(draw({ images: [], heading: '' }).querySelector('main')?.innerHTML).toBe('');
  });
});

describe('the script', () => {
  function started(fields: GalleryFields = { images }): HTMLElement {
    const container = draw(fields);
    start(container);
    return container;
  }
  const press = (element: Element, key: string) =>
    element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));

  it('opens an image, goes on by keys, and gives the focus back', () => {
    const container = started();
    const dialog = container.querySelector('dialog') as HTMLDialogElement;
    const links = container.querySelectorAll('a');
    links[0]?.click();
    expect(dialog.open).toBe(true);
    const image = dialog.querySelector('img') as HTMLImageElement;
    expect([image.alt, image.getAttribute('src')?.endsWith('/files/a.jpg?v=1&size=xl')]).toEqual([
      'A boat',
      true,
    ]);
    expect(dialog.querySelector('figcaption')?.textContent).toBe('Our first');
    // Not the part that the slider shows.
    expect(image.srcset).not.toContain('aspect');
    press(dialog, 'ArrowRight');
    expect([image.alt, dialog.querySelector('output')?.textContent]).toEqual(['Sails', '2 / 3']);
    expect(dialog.querySelector('figcaption')?.textContent).toBe('');
    press(dialog, 'ArrowLeft');
    press(dialog, 'ArrowLeft');
    expect(image.alt).toBe('A dock');
    (dialog.querySelector('[data-close]') as HTMLElement).click();
    expect(dialog.open).toBe(false);
    expect(document.activeElement).toBe(links[2]);
  });

  it('leaves links to browsers where somebody wants another tab', () => {
    const link = started().querySelector('a') as HTMLElement;
    const click = new MouseEvent('click', { ctrlKey: true, bubbles: true, cancelable: true });
    link.addEventListener('click', (event) => event.preventDefault(), { once: true });
    link.dispatchEvent(click);
    expect(HTMLDialogElement.prototype.showModal).not.toHaveBeenCalled();
  });

  it('shows the buttons of a slider once they work', () => {
    const steps = started().querySelector('.pw-gallery-steps') as HTMLElement;
    expect(steps.dataset.waiting).toBeUndefined();
    steps.querySelector<HTMLElement>('[data-step="1"]')?.click();
    expect(Element.prototype.scrollTo).toHaveBeenCalledOnce();
    expect(started({ images: images.slice(0, 1) }).querySelector('.pw-gallery-steps')).toBeNull();
  });
});
