import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Image } from '../../fields/image/type.ts';
import { column, rowOfBand, widthIn } from '../../page/rooms.ts';
import { WINDOW } from '../../page/window-room.ts';
import { shownFile, viewProps } from '../testing.ts';
import { withImages } from './html-images.ts';
import { imagesIn } from './images-in.ts';
import { Picture } from './picture.tsx';
import { sizesFor } from './sizes.ts';
import { addressOf, dimensionsOf, sizeFor, srcsetOf, stepFor } from './variants.ts';

const FILE = '0199a1b2-0000-7000-8000-000000000001';

describe('the sizes of an image', () => {
  it('are chosen by the width of the container, as the specification says', () => {
    const widths = [1, 128, 129, 256, 257, 512, 513, 1024, 1025, 5000];
    expect(widths.map(sizeFor)).toEqual(['xs', 'xs', 'sm', 'sm', 'md', 'md', 'lg', 'lg', 'xl', 'xl']);
  });

  it('are those narrower than the image, and all of it', () => {
    expect(srcsetOf(shownFile({ width: 600, height: 400 }))).toBe(
      '/files/a.jpg?v=1&size=xs 128w, /files/a.jpg?v=1&size=sm 256w, /files/a.jpg?v=1 512w, /files/a.jpg?v=1&size=lg 600w',
    );
    expect(srcsetOf(shownFile())).toMatch(/size=xl 2048w$/);
  });

  it('are none of a drawing, and of what is narrower than the smallest', () => {
    expect(srcsetOf(shownFile({ hasSizes: false }))).toBeUndefined();
    expect(srcsetOf(shownFile({ width: 64, height: 64 }))).toBeUndefined();
  });

  it('are those of the part that a shape leaves', () => {
    expect(dimensionsOf(shownFile(), { aspect: '1:1' })).toEqual({ width: 2000, height: 2000 });
    expect(dimensionsOf(shownFile(), { aspect: '2:1' })).toEqual({ width: 3000, height: 1500 });
    expect(srcsetOf(shownFile(), { aspect: '9:16' })).toMatch(
      /\?v=1&aspect=9:16 512w, .*&size=xl&aspect=9:16 1125w$/,
    );
  });
});

describe('a crop', () => {
  const RIGHT = '5000-0-5000-10000';

  it('has the dimensions of its part, and addresses that say it', () => {
    expect(dimensionsOf(shownFile(), { crop: RIGHT })).toEqual({ width: 1500, height: 2000 });
    expect(dimensionsOf(shownFile(), { crop: RIGHT, aspect: '1:1' })).toEqual({ width: 1500, height: 1500 });
    expect(srcsetOf(shownFile(), { crop: RIGHT })).toBe(
      [
        '/files/a.jpg?v=1&size=xs&crop=5000-0-5000-10000 128w',
        '/files/a.jpg?v=1&size=sm&crop=5000-0-5000-10000 256w',
        '/files/a.jpg?v=1&crop=5000-0-5000-10000 512w',
        '/files/a.jpg?v=1&size=lg&crop=5000-0-5000-10000 1024w',
        '/files/a.jpg?v=1&size=xl&crop=5000-0-5000-10000 1500w',
      ].join(', '),
    );
  });

  it('is of an image that there are sizes of', () => {
    const drawing = shownFile({ hasSizes: false });
    expect(dimensionsOf(drawing, { crop: RIGHT })).toEqual({ width: 3000, height: 2000 });
    expect(addressOf(drawing, 'md', { crop: RIGHT })).toBe('/files/a.jpg?v=1');
  });

  it('changes nothing where it is none', () => {
    expect(dimensionsOf(shownFile(), { crop: '1-2-3' })).toEqual({ width: 3000, height: 2000 });
    expect(addressOf(shownFile(), 'md', { crop: '1-2-3"><script>' })).toBe('/files/a.jpg?v=1');
  });
});

/** Evaluates what `sizes` says, as a browser does. */
function said(sizes: string, viewport: number): number {
  for (const part of sizes.split(/, (?=\(min|calc|max|[\d.])/)) {
    const [, from = '0', length = ''] = /^(?:\(min-width:(\d+)px\) )?(.*)$/.exec(part) ?? [];
    if (viewport < Number(from)) continue;
    const css = length.replaceAll('max(', 'Math.max(').replaceAll('calc(', '(');
    const script = css
      .replace(/([\d.]+)vw/g, (_, share) => `${(Number(share) * viewport) / 100}`)
      .replaceAll('px', '');
    return new Function(`return ${script}`)();
  }
  throw new Error(`${sizes} says nothing of ${viewport}`);
}

/** The variant that browsers take which round by the geometric mean of densities, such as Chromium. */
function taken(width: number, density: number): number {
  const steps = [128, 256, 512, 1024, 2048];
  return steps.find((step, index) => {
    const next = steps[index + 1];
    return !next || (step / width) * (next / width) >= density * density;
  }) as number;
}

describe('what `sizes` says', () => {
  const rooms = [1, 2, 3, 4, 5, 6].flatMap((count) => [
    column(rowOfBand(WINDOW, {}), count, undefined),
    column(rowOfBand(WINDOW, { width: 'full', contentWidth: 'full', innerSpacing: 'none' }), count, 'none'),
  ]);

  it.each(rooms)('has a browser take the size for the container: %s', (room) => {
    const sizes = sizesFor(room);
    for (let viewport = 320; viewport <= 2600; viewport += 20) {
      const width = widthIn(room, viewport);
      const size = stepFor(width);
      // Within a step of the table the next size may be taken, never a smaller one.
      expect(taken(said(sizes, viewport), 1), `${viewport}: ${width} of ${sizes}`).toBeGreaterThanOrEqual(
        size,
      );
      expect(said(sizes, viewport)).toBeLessThanOrEqual(Math.max(width * 1.45, 130) + 8);
    }
  });

  it('is the width of a phone, whatever the columns', () => {
    const room = column(rowOfBand(WINDOW, {}), 6, undefined);
    expect(said(sizesFor(room), 390)).toBe(364);
  });

  it('is short', () => {
    for (const room of rooms) expect(sizesFor(room).length).toBeLessThan(400);
  });
});

function draw(image: Image, given: Partial<Parameters<typeof viewProps>[0]> = {}, more: object = {}) {
  const view = { ...viewProps({ fields: {}, ...given }), ...more };
  return render(<Picture image={image} view={view} />).container;
}

describe('a picture', () => {
  const files = { [FILE]: shownFile({ alt: 'A harbour' }) };

  it('is loaded when it is near, but at once where it is the first of the page', () => {
    const late = draw({ file: FILE }, { files }).querySelector('img');
    expect(late?.getAttribute('loading')).toBe('lazy');
    const first = draw({ file: FILE }, { files }, { hasFirstImage: true }).querySelector('img');
    expect(first?.hasAttribute('loading')).toBe(false);
    expect(first?.getAttribute('fetchpriority')).toBe('high');
  });

  it('says what its use says, or else what the library says', () => {
    expect(draw({ file: FILE }, { files }).querySelector('img')?.alt).toBe('A harbour');
    expect(draw({ file: FILE, alt: 'Boats' }, { files }).querySelector('img')?.alt).toBe('Boats');
  });

  it('is nothing where it is gone, and says so to editors', () => {
    const gone = { files: { [FILE]: null } };
    expect(draw({ file: FILE, alt: 'Secret' }, gone).innerHTML).toBe('');
    expect(draw({ file: FILE }, gone, { isForEditor: true }).textContent).toMatch(/no longer in the library/);
  });

  it('has the dimensions that were typed in, of one elsewhere', () => {
    const image = draw({ address: 'https://example.org/a.png', width: 8, height: 6 }).querySelector('img');
    expect([image?.width, image?.height, image?.srcset]).toEqual([8, 6, '']);
  });

  it('is the part of it that is chosen here, around what is chosen here', () => {
    const known = { [FILE]: shownFile({ focalPoint: { x: 0.6, y: 0.5 } }) };
    const styleOf = (crop: string) =>
      draw({ file: FILE, crop }, { files: known }).querySelector('img')?.style;
    expect(styleOf('5000-0-5000-10000')?.objectPosition).toBe('20% 50%');
    expect(styleOf('5000-0-5000-10000-10000-0')?.objectPosition).toBe('100% 0%');
    expect(styleOf('5000-0-2000-10000')?.objectPosition).toBe('');
    const image = draw({ file: FILE, crop: '5000-0-5000-10000', aspect: '2:1' }, { files: known });
    const { src, width, height } = image.querySelector('img') as HTMLImageElement;
    expect(src).toMatch(/&aspect=2:1&crop=5000-0-5000-10000$/);
    expect([width, height]).toEqual([1500, 750]);
  });

  it('is a file of the library also by its address', () => {
    const image = draw({ address: '/files/a.jpg' }, { files: { '/files/a.jpg': shownFile() } });
    expect(image.querySelector('img')?.srcset).toContain('1024w');
  });
});

describe('the images in rich text', () => {
  const view = { files: { '/files/a b.jpg': shownFile() }, room: WINDOW, hasFirstImage: false };

  it('get sizes and dimensions, and keep what is said of them', () => {
    const html = withImages('<p><img src="/files/a b.jpg" alt="1 &lt; 2 &#39;"></p>', view);
    expect(html).toMatch(
      /^<p><img src="\/files\/a.jpg\?v=1" alt="1 &lt; 2 &#39;" srcset="[^"]+ 2048w" sizes="[^"]+"/,
    );
    expect(html).toContain('width="3000" height="2000"');
    expect(html).toContain('loading="lazy"');
  });

  it('are as wide as the text says', () => {
    const html = withImages('<img src="/files/a b.jpg" width="300">', view);
    expect(html).toMatch(/ width="300" .* height="200"/);
    expect(said(/sizes="([^"]+)"/.exec(html)?.[1] ?? '', 1600)).toBe(364);
  });

  it('stay as they are elsewhere, but wait until they are near', () => {
    const html = withImages('<img src="https://example.org/a.png" alt="">', view);
    expect(html).toBe('<img src="https://example.org/a.png" alt="" loading="lazy" decoding="async">');
  });

  it('come at once where they are the first of the page', () => {
    const html = withImages('<img src="/a.png"><img src="/b.png">', { ...view, hasFirstImage: true });
    expect(html).toBe(
      '<img src="/a.png" fetchpriority="high"><img src="/b.png" loading="lazy" decoding="async">',
    );
  });
});

it('the images in fields are found in their order, in lists and groups too', () => {
  const fields = {
    text: { type: 'richText', label: 'T' },
    picture: { type: 'image', label: 'P' },
    items: { type: 'list', label: 'L', item: { picture: { type: 'image', label: 'P' } } },
  } as const;
  const values = {
    items: [{ picture: { file: 'c' } }, {}],
    picture: { address: '/b' },
    text: '<p>x</p><img src="/a?x=1&amp;y" alt="A">',
  };
  // biome-ignore lint/suspicious/noExplicitAny: a manifest declares more
  expect(imagesIn(fields as any, values)).toEqual([
    { address: '/a?x=1&y', alt: 'A' },
    { address: '/b' },
    { file: 'c' },
  ]);
});
