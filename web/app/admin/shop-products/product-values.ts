/** A product group with its variants as the form holds it, and the way to and from the wire. */
import { t } from '@lingui/core/macro';
import { ifMatch } from '../../api/fetch.ts';
import {
  type GroupOut,
  type PriceIn,
  type ProductIn,
  type ProductOut,
  productGroupsCreate,
  productGroupsUpdate,
} from '../../api/generated/index.ts';
import { type FieldFault, ProblemError } from '../../api/problem.ts';
import type { TypedAmount } from '../../fields/money/amount-input.tsx';
import {
  type Choice,
  choiceOf,
  draftsOf,
  isBroken,
  type OptionDraft,
  valuesOfChoice,
  valuesOfOption,
} from './options.ts';

/** A price as it is typed: what is no amount yet is refused before anything is sent. */
export type PriceDraft = Omit<PriceIn, 'amount'> & { amount: TypedAmount };

/** What the form holds of a variant. `key` is its id, or that of a new one. */
export interface Variant extends Omit<ProductIn, 'optionValues' | 'prices' | 'id' | 'version' | 'stockSeen'> {
  key: string;
  choice: Choice;
  prices: PriceDraft[];
  [name: string]: unknown;
}

/** One value of the form: an edit of the options is one of the variants, too. */
export interface Variants {
  options: OptionDraft[];
  items: Variant[];
}

export interface ProductValues {
  name: string;
  summary: string;
  description: string;
  isPublished: boolean;
  images: { image?: unknown }[];
  variants: Variants;
  brandId: string;
  categoryIds: string[];
  code: string;
  taxClass: string;
  isListed: boolean;
  isFeatured: boolean;
  seoTitle: string;
  seoDescription: string;
  [name: string]: unknown;
}

export const UNTAXED = '';
const START = { isPublished: true, needsDelivery: true, tracksStock: false, allowsBackorders: false };
let added = 0;

export function newVariant(like: Variant | undefined, sku: string, choice: Choice): Variant {
  added += 1;
  const prices = (like?.prices ?? []).map(({ id: _, ...price }): PriceDraft => price);
  const own = { key: `new-${added}`, sku, choice, stock: 0, gtin: null, image: null, prices };
  return { ...START, ...like, ...own };
}

const firstVariant = (): Variant => ({ ...newVariant(undefined, '', {}), key: 'new-0' });

function variantOf(options: OptionDraft[], product: ProductOut): Variant {
  const {
    id,
    version: _v,
    createdAt: _c,
    updatedAt: _u,
    groupId: _g,
    position: _p,
    optionValues,
    ...own
  } = product;
  return {
    ...own,
    image: own.image as Variant['image'],
    prices: own.prices as PriceDraft[],
    key: id,
    choice: choiceOf(options, optionValues),
  };
}

export function valuesOf(group: GroupOut | undefined): ProductValues {
  const options = draftsOf((group?.options ?? []) as { name: string; values: string[] }[]);
  return {
    name: group?.name ?? '',
    summary: group?.summary ?? '',
    description: group?.description ?? '',
    isPublished: group?.isPublished ?? false,
    images: (group?.images ?? []).map((image) => ({ image })),
    variants: {
      options,
      items: group ? group.products.map((product) => variantOf(options, product)) : [firstVariant()],
    },
    brandId: group?.brandId ?? '',
    categoryIds: group?.categoryIds ?? [],
    code: group?.code ?? '',
    taxClass: group ? (group.taxClass ?? UNTAXED) : 'standard',
    isListed: group?.isListed ?? true,
    isFeatured: group?.isFeatured ?? false,
    seoTitle: group?.seoTitle ?? '',
    seoDescription: group?.seoDescription ?? '',
  };
}

/** What is sent of a variant, on the version and the stock that were read. */
function productIn(
  { key: _, choice, prices, ...own }: Variant,
  options: OptionDraft[],
  read: ProductOut | undefined,
): ProductIn {
  return {
    ...own,
    sku: own.sku.trim(),
    prices: prices as PriceIn[],
    optionValues: valuesOfChoice(options, choice),
    ...(read && { id: read.id, version: read.version, stockSeen: read.stock }),
  };
}

export function payloadOf(values: ProductValues, group: GroupOut | undefined) {
  const { images, variants, brandId, code, taxClass, ...own } = values;
  const { options, items } = variants;
  const read = new Map((group?.products ?? []).map((product) => [product.id, product]));
  const kept = new Set(items.map(({ key }) => key));
  return {
    ...own,
    name: own.name.trim(),
    code: code.trim() || null,
    brandId: brandId || null,
    taxClass: taxClass.trim() || null,
    images: images.flatMap(({ image }) => (image ? [image as object] : [])),
    options: options.map((option) => ({ name: option.name.trim(), values: valuesOfOption(option) })),
    products: items.map((variant) => productIn(variant, options, read.get(variant.key))),
    removedProducts: [...read.values()]
      .filter(({ id }) => !kept.has(id))
      .map(({ id, version }) => ({ id, version })),
  };
}

export async function saveProduct(values: ProductValues, group: GroupOut | undefined): Promise<GroupOut> {
  const faults = faultsOf(values);
  if (faults[0]) throw new ProblemError(422, { code: 'invalid', detail: faults[0].detail, errors: faults });
  const body = payloadOf(values, group);
  try {
    const { data } = group
      ? await productGroupsUpdate({ path: { id: group.id }, headers: ifMatch(group.version), body })
      : await productGroupsCreate({ body });
    return data;
  } catch (error) {
    throw error instanceof ProblemError ? readable(error, values) : error;
  }
}

/** What is wrong with variants that needs no server, each with the path that the service would name. */
function faultsOf({ variants: { options, items } }: ProductValues): FieldFault[] {
  return items.flatMap((variant, at) => {
    const name = nameOfVariant(variant, at);
    const path = `products.${at}`;
    if (!variant.sku.trim())
      return [{ field: `${path}.sku`, code: 'required', detail: t`${name}: enter a SKU.` }];
    if (variant.prices.some(({ amount }) => typeof amount !== 'number'))
      return [{ field: `${path}.prices`, code: 'required', detail: t`${name}: enter an amount.` }];
    if (!isBroken(options, variant.choice)) return [];
    const detail = t`${name}: choose a value of each option.`;
    return [{ field: `${path}.optionValues`, code: 'required', detail }];
  });
}

/** Faults of variants say which one they are about. What was bought meanwhile is what somebody else has changed. */
function readable(error: ProblemError, { variants: { items } }: ProductValues): ProblemError {
  const errors = error.errors.map((fault) => {
    const at = /^products\.(\d+)\./.exec(fault.field)?.[1];
    const variant = at === undefined ? undefined : items[Number(at)];
    return variant ? { ...fault, detail: t`${nameOfVariant(variant, Number(at))}: ${fault.detail}` } : fault;
  });
  const { code, title, detail, requestId } = error;
  return new ProblemError(code === 'stock_changed' ? 412 : error.status, {
    code,
    title,
    detail,
    requestId,
    errors,
  });
}

export const nameOfVariant = ({ sku }: Pick<Variant, 'sku'>, at: number): string =>
  sku.trim() || t`Variant ${at + 1}`;

/** The field of the form for a path of the request. */
export function fieldOf(path: string): string {
  const [name = ''] = path.split('.');
  return ['products', 'removedProducts', 'options'].includes(name) ? 'variants' : name;
}

/** Letters and digits of a text, as part of a SKU. */
const skuPart = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^\p{Letter}\p{Number}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .toUpperCase();

export function suggestedSku({ code, name }: Pick<ProductValues, 'code' | 'name'>, chosen: string[]): string {
  return [code.trim() || skuPart(name).slice(0, 40), ...chosen.map(skuPart)]
    .filter(Boolean)
    .join('-')
    .slice(0, 100);
}

/** The price that is typed in a variant's row: the only standard one, for everybody, any quantity and any time. */
export function plainPrice<Price extends Omit<PriceIn, 'amount'>>(
  prices: Price[],
  currency: string,
  kind: PriceIn['kind'] = 'standard',
) {
  const plain = (price: Price) =>
    (price.kind ?? 'standard') === kind &&
    (price.currency ?? currency) === currency &&
    !price.startsAt &&
    !price.endsAt &&
    !price.scope &&
    (price.leastQuantity ?? 1) === 1;
  const found = prices.filter(plain);
  return { price: found[0], isOnly: found.length < 2, others: prices.length - found.length };
}

/** The prices with another amount in a variant's row; none where it is emptied. */
export function withPlainPrice(prices: PriceDraft[], currency: string, amount: TypedAmount): PriceDraft[] {
  const { price } = plainPrice(prices, currency);
  if (amount === undefined) return prices.filter((each) => each !== price);
  if (!price) return [{ kind: 'standard', currency, amount, leastQuantity: 1 }, ...prices];
  return prices.map((each) => (each === price ? { ...each, amount } : each));
}
