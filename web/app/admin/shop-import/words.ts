/** What kinds of files, states, outcomes and fields are called. */
import { t } from '@lingui/core/macro';
import type { ImportListed, ImportRowOut } from '../../api/generated/index.ts';
import { percentFrom } from '../shop-tax-rates/percent.ts';

export const KINDS: Record<ImportListed['kind'], string> = {
  products: t`Products`,
  tax_rates: t`Tax rates`,
};

export const FORMATS: Record<ImportListed['format'], string> = {
  pagewright: t`An export of this shop or another Pagewright`,
  woocommerce: t`WooCommerce`,
  shopify: t`Shopify`,
  other: t`Unknown program`,
};

export const STATES: Record<ImportListed['state'], string> = {
  uploaded: t`Columns to check`,
  planning: t`Reading…`,
  planned: t`To be confirmed`,
  applying: t`Importing…`,
  done: t`Imported`,
  failed: t`Failed`,
  cancelled: t`Cancelled`,
};

export const OUTCOMES: Record<ImportRowOut['outcome'], string> = {
  create: t`New`,
  change: t`Change`,
  same: t`Nothing to do`,
  skip: t`Left out`,
  error: t`Error`,
};

const FIELDS: Record<string, string> = {
  type: t`Type of product (WooCommerce)`,
  externalId: t`ID in the other shop`,
  parent: t`Parent (WooCommerce)`,
  code: t`Product code`,
  name: t`Name`,
  summary: t`Summary`,
  description: t`Description`,
  brand: t`Brand`,
  categories: t`Categories`,
  taxStatus: t`Is taxed`,
  taxClass: t`Tax class`,
  isPublished: t`Published`,
  status: t`Status (Shopify)`,
  isListed: t`Listed`,
  isFeatured: t`Featured`,
  images: t`Images`,
  imageAlt: t`Alternative text of images`,
  seoTitle: t`SEO title`,
  seoDescription: t`SEO description`,
  sku: t`SKU`,
  gtin: t`GTIN`,
  image: t`Image of the variant`,
  isVariantPublished: t`Variant published`,
  needsDelivery: t`Needs delivery`,
  weightG: t`Weight (g)`,
  weightKg: t`Weight (kg)`,
  weightLb: t`Weight (lb)`,
  weightOz: t`Weight (oz)`,
  lengthMm: t`Length (mm)`,
  lengthCm: t`Length (cm)`,
  lengthIn: t`Length (in)`,
  widthMm: t`Width (mm)`,
  widthCm: t`Width (cm)`,
  widthIn: t`Width (in)`,
  heightMm: t`Height (mm)`,
  heightCm: t`Height (cm)`,
  heightIn: t`Height (in)`,
  tracksStock: t`Tracks stock`,
  inStock: t`In stock`,
  stock: t`Stock`,
  allowsBackorders: t`Allows backorders`,
  lowStockAt: t`Low stock at`,
  mostPerOrder: t`Maximum per order`,
  isSoldSingly: t`Only one per order`,
  price: t`Price`,
  salePrice: t`Sale price`,
  compareAtPrice: t`Price before the sale`,
  saleStartsAt: t`Sale starts`,
  saleEndsAt: t`Sale ends`,
  otherPrices: t`Other prices`,
  prices: t`Prices`,
  currency: t`Currency`,
  options: t`Options`,
  optionValues: t`Options`,
  country: t`Country`,
  county: t`County or state`,
  town: t`Town`,
  postcode: t`Postcodes`,
  ratePercent: t`Rate in percent`,
  rateMillionths: t`Rate in percent`,
  priority: t`Priority`,
  isCompound: t`Compound`,
  appliesToDelivery: t`Applies to delivery`,
  startsAt: t`Starts`,
  endsAt: t`Ends`,
  weightGrams: t`Weight (g)`,
};

/** What a field is called; the service names those that change as its tables do. */
export function fieldInWords(field: string): string {
  const option = /^option(\d+)(Name|Value)$/.exec(field);
  if (option) {
    const place = option[1] ?? '';
    return option[2] === 'Name' ? t`Option ${place}: name` : t`Option ${place}: value`;
  }
  const camel = field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return FIELDS[camel] ?? field;
}

/** Fields whose texts are HTML. */
const RICH = new Set(['description', 'summary']);
/** What may stand between two words of a text only. */
const PARTS = 'p, li, br, div, td, h1, h2, h3, h4, h5, h6';

/** A value as it is, or becomes: a rate in per cent, rich text without its markup. */
export function valueInWords(field: string, value: string | null): string {
  if (value === null || value === '') return t`nothing`;
  if (value === 'true') return t`yes`;
  if (value === 'false') return t`no`;
  if (field === 'rate_millionths') return `${percentFrom(Number(value))} %`;
  return RICH.has(field) ? textOf(value) : value;
}

function textOf(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const part of body.querySelectorAll(PARTS)) part.append(' ');
  return body.textContent?.replace(/\s+/g, ' ').trim() || t`nothing`;
}
