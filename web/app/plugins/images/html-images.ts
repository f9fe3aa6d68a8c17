/**
 * The images in rich text. The service's cleaner writes tags in one way, with values in double quotes, so that they can be
 * found without a parser; what stands otherwise is left as it is.
 */
import type { ImageElsewhere } from '../../fields/image/type.ts';
import type { Room } from '../../page/rooms.ts';
import type { ShownFile, ShownFiles } from '../../page/types.ts';
import { sizesFor } from './sizes.ts';
import { addressOf, type Dimensions, dimensionsOf, srcsetOf } from './variants.ts';

const IMAGE = /<img((?: [a-z]+="[^"]*")*)>/g;
const ATTRIBUTE = / ([a-z]+)="([^"]*)"/g;

/** The images of a text, by their addresses. */
export function imagesInHtml(html: string): ImageElsewhere[] {
  if (!html.includes('<img')) return [];
  return [...html.matchAll(IMAGE)].flatMap(([, written = '']) => {
    const { src, alt } = attributesOf(written);
    return src ? [{ address: unescaped(src), alt: alt && unescaped(alt) }] : [];
  });
}

interface Drawn {
  files: ShownFiles;
  room: Room;
  /** Whether the page's first image is in the text. */
  hasFirstImage: boolean;
}

/** The text with images as a page has them: in the size of their place, and not before they are near. */
export function withImages(html: string, { files, room, hasFirstImage }: Drawn): string {
  if (!html.includes('<img')) return html;
  let isFirst = hasFirstImage;
  return html.replace(IMAGE, (_tag, written: string) => {
    const attributes = attributesOf(written);
    const file = attributes.src === undefined ? undefined : files[unescaped(attributes.src)];
    const drawn = {
      ...attributes,
      ...(file ? escapedOf(inText(file, attributes, room)) : {}),
      ...(file && attributes.alt !== undefined ? { alt: attributes.alt } : {}),
      ...whenLoaded(attributes, isFirst),
    };
    isFirst = false;
    return `<img${Object.entries(drawn)
      .map(([name, value]) => (value === undefined ? '' : ` ${name}="${value}"`))
      .join('')}>`;
  });
}

/** As they are written: in what is passed on nothing is taken apart. */
type Attributes = Record<string, string | undefined>;

function attributesOf(written: string): Attributes {
  return Object.fromEntries([...written.matchAll(ATTRIBUTE)].map(([, name, value = '']) => [name, value]));
}

/** The attributes of an image of the library in a text, by what the text itself says of its dimensions. */
export function inText(
  file: ShownFile,
  given: { width?: string; height?: string },
  room: Room,
): Record<'src' | 'srcset' | 'sizes' | 'alt' | 'width' | 'height', string | undefined> {
  const { width, height } = inTheText(dimensionsOf(file), given);
  const srcset = srcsetOf(file);
  return {
    src: addressOf(file, 'md'),
    srcset,
    sizes: srcset && sizesFor(room, width ? (wide) => Math.min(wide, width) : undefined, width),
    alt: file.alt,
    width: width ? String(width) : undefined,
    height: height ? String(height) : undefined,
  };
}

function escapedOf(attributes: Attributes): Attributes {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [name, value && escaped(value)]),
  );
}

/** The dimensions that a text gives an image; what it does not say follows from the file's. */
function inTheText(
  own: Dimensions | undefined,
  given: { width?: string; height?: string },
): Partial<Dimensions> {
  const width = Number(given.width) || undefined;
  const height = Number(given.height) || undefined;
  if (!own || (width && height)) return { width, height };
  if (width) return { width, height: Math.round((width * own.height) / own.width) };
  if (height) return { width: Math.round((height * own.width) / own.height), height };
  return own;
}

function whenLoaded({ loading }: Attributes, isFirst: boolean): Attributes {
  if (isFirst) return { loading: undefined, fetchpriority: 'high' };
  return { loading: loading ?? 'lazy', decoding: 'async' };
}

const NAMED: Record<string, string> = {
  '&amp;': '&',
  '&quot;': '"',
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': '\u00a0',
};

function unescaped(text: string): string {
  return text.replace(/&(?:amp|quot|lt|gt|nbsp);/g, (entity) => NAMED[entity] ?? entity);
}

function escaped(text: string): string {
  const named = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' } as const;
  return text.replace(/[&"<>]/g, (character) => named[character as keyof typeof named]);
}
