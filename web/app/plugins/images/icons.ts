/** The site's icon in the sizes that browsers ask for, cut to a square around what has to be seen. */
import type { ShownFile } from '../../page/types.ts';
import { addressOf, SIZES } from './variants.ts';

export interface Icon {
  href: string;
  /** As `sizes` says it; left out where it is not known. */
  sizes?: string;
  /** Left out where it is what the browser accepts. */
  type?: string;
}

/** Large enough for everything that shows an icon. */
const LARGEST = 512;
const DRAWING = 'image/svg+xml';

/** The smallest first; one for a drawing, which is as sharp in all sizes. */
export function iconsOf(file: ShownFile): Icon[] {
  if (file.mimeType === DRAWING) return [{ href: file.address, sizes: 'any', type: DRAWING }];
  if (!file.hasSizes) return [{ href: file.address, type: file.mimeType }];
  const side = Math.min(file.width ?? LARGEST, file.height ?? LARGEST);
  const wanted = SIZES.filter(([, width], index) => width <= LARGEST && (SIZES[index - 1]?.[1] ?? 0) < side);
  return wanted.map(([size, width]) => {
    const pixels = Math.min(width, side);
    return { href: addressOf(file, size, { aspect: '1:1' }), sizes: `${pixels}x${pixels}` };
  });
}

/** For phones, which take no drawing. */
export const touchIconOf = (file: ShownFile): Icon | undefined =>
  file.hasSizes ? (iconsOf(file)[1] ?? iconsOf(file)[0]) : undefined;
