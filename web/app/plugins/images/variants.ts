/** The sizes that images of the library come in: the twin of cms.images.variants, held equal by tests/vectors/image-areas.json. */
import type { Aspect } from '../../fields/image/type.ts';
import { IMAGE_LG, IMAGE_MD, IMAGE_SM, IMAGE_XL, IMAGE_XS } from '../../limits.ts';
import { parsedCrop } from '../../page/image-crops.ts';
import type { ShownFile } from '../../page/types.ts';

export type SizeName = 'xs' | 'sm' | 'md' | 'lg' | 'xl';

/** The width of each. */
export const SIZES: readonly (readonly [SizeName, number])[] = [
  ['xs', IMAGE_XS],
  ['sm', IMAGE_SM],
  ['md', IMAGE_MD],
  ['lg', IMAGE_LG],
  ['xl', IMAGE_XL],
];

export interface Dimensions {
  width: number;
  height: number;
}

/** The size for a container of this width. */
export function sizeFor(width: number): SizeName {
  return SIZES.find(([name, most]) => width <= most || name === 'xl')?.[0] ?? 'xl';
}

/** The width of the size for a container of this width. */
export function stepFor(width: number): number {
  return SIZES.find(([, most]) => width <= most)?.[1] ?? IMAGE_XL;
}

/** The part of an image that a use of it shows: of its crop, what the shape leaves. */
export interface Cut {
  aspect?: Aspect | '';
  crop?: string;
}

/** The address of a file in a size; md is what an address without one means. */
export function addressOf(
  file: Pick<ShownFile, 'address' | 'hasSizes'>,
  size: SizeName,
  { aspect, crop }: Cut = {},
): string {
  if (!file.hasSizes) return file.address;
  const asked = [
    size === 'md' ? '' : `&size=${size}`,
    aspect ? `&aspect=${aspect}` : '',
    parsedCrop(crop) ? `&crop=${crop}` : '',
  ].join('');
  return file.address + asked;
}

/** The dimensions of an image as it is shown, in pixels; unknown of what is no image that there are sizes of. */
export function dimensionsOf(
  file: Pick<ShownFile, 'width' | 'height' | 'hasSizes'>,
  { aspect, crop }: Cut = {},
): Dimensions | undefined {
  if (!file.width || !file.height) return undefined;
  if (!file.hasSizes) return { width: file.width, height: file.height };
  const part = parsedCrop(crop);
  const width = file.width * (part?.width ?? 1);
  const height = file.height * (part?.height ?? 1);
  if (!aspect) return whole(width, height);
  const [across = 1, down = 1] = aspect.split(':').map(Number);
  const cut = Math.min(width, (height * across) / down);
  return whole(cut, (cut * down) / across);
}

const whole = (width: number, height: number): Dimensions => ({
  width: Math.max(1, Math.round(width)),
  height: Math.max(1, Math.round(height)),
});

/** What a browser may choose from: each size that is narrower than the image, and the one that has all of it. */
export function srcsetOf(file: ShownFile, cut: Cut = {}): string | undefined {
  const full = dimensionsOf(file, cut)?.width;
  if (!full || !file.hasSizes) return undefined;
  const narrower = SIZES.filter(([, width]) => width < full);
  const last = SIZES[narrower.length];
  const widths = last ? [...narrower, [last[0], full] as const] : narrower;
  if (widths.length < 2) return undefined;
  return widths.map(([size, width]) => `${addressOf(file, size, cut)} ${width}w`).join(', ');
}
