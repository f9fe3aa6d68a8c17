/** Images as those get them who are shown a page that somebody shares. */
import type { ShownFile } from '../../page/types.ts';
import { addressOf, type Cut, type Dimensions, dimensionsOf, SIZES, type SizeName } from './variants.ts';

export interface SharedImage {
  address: string;
  /** In pixels, as far as they are known: some networks show no image to the first who shares it without them. */
  dimensions?: Dimensions;
}

/** A file of the library in a size, no larger than it is. */
export function sharedImage(file: ShownFile, size: SizeName, cut: Cut = {}): SharedImage {
  return { address: addressOf(file, size, cut), dimensions: dimensionsIn(size, file, cut) };
}

function dimensionsIn(size: SizeName, file: ShownFile, cut: Cut): Dimensions | undefined {
  const full = dimensionsOf(file, cut);
  const most = SIZES.find(([name]) => name === size)?.[1] ?? 0;
  if (!full || !file.hasSizes || full.width <= most) return full;
  return { width: most, height: Math.max(1, Math.round((full.height * most) / full.width)) };
}
