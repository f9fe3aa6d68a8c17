/** What the script is told of each variant, in words: it has no formats and no messages of its own. */
import { plural, t } from '@lingui/core/macro';
import type { Formats } from '#words/format.ts';
import type { I18n } from '#words/i18n.ts';
import type { Image } from '../../fields/image/type.ts';
import { decimal } from '../shop/decimal.ts';
import type { Product, Variant } from '../shop/product.ts';

export interface ShownVariant extends Pick<Variant, 'id' | 'sku' | 'options' | 'availability' | 'most'> {
  priceText: string;
  /** In major units, for trackers. */
  amount: number;
  wasText?: string;
  /** The same in words. */
  wasWords?: string;
  /** Whether it can be had. */
  stock: string;
  /** How many one may ask for; none where nobody has said. */
  limit?: number;
  /** Its own image, by its key. */
  image?: string;
}

export function factsOf({ variants, currency }: Product, { money }: Formats, words: I18n): ShownVariant[] {
  return variants.map((variant) => {
    const { id, sku, options, availability, most, left, price, was, image } = variant;
    const limits = [most, availability === 'low' ? left : null].filter((limit) => limit !== null);
    return {
      id,
      sku,
      options,
      availability,
      most,
      priceText: money(price, currency),
      amount: Number(decimal(price, currency)),
      stock: stockInWords(variant, words),
      ...(was !== null && wasIn(money(was, currency), words)),
      ...(limits.length > 0 && { limit: Math.min(...limits) }),
      ...(image && { image: imageKey(image) }),
    };
  });
}

/** The same for images that show the same: another part of a file is another image. */
export function imageKey(image: Image): string {
  if ('address' in image) return image.address;
  const { file, aspect, crop } = image;
  return [file, aspect, crop].filter(Boolean).join(' ');
}

const wasIn = (amount: string, words: I18n) => ({ wasText: amount, wasWords: t(words)`Was ${amount}` });

function stockInWords({ availability, left }: Variant, words: I18n): string {
  switch (availability) {
    case 'in':
      return t(words)`In stock`;
    case 'low':
      return t(words)`Only ${plural(left ?? 0, { one: '# left', other: '# left' })}`;
    case 'backorder':
      return t(words)`Out of stock: order now, and we send it as soon as it arrives`;
    case 'out':
      return t(words)`Sold out`;
  }
}
