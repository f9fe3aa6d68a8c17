/** A product as the shop's service gives it for pages, and choosing one of its variants. No React: scripts use it too. */
import type { Image } from '../../fields/image/type.ts';

export interface Option {
  name: string;
  values: readonly string[];
}

export type Availability = 'in' | 'low' | 'backorder' | 'out';

/** What can be put into a basket. Amounts are minor units of the shop's currency. */
export interface Variant {
  id: string;
  sku: string;
  gtin: string | null;
  /** The value of each option; one that is left out is the buyer's choice. */
  options: Readonly<Record<string, string>>;
  image: Image | null;
  price: number;
  /** What it cost before it was on sale. */
  was: number | null;
  availability: Availability;
  /** How many are left, where there are few. */
  left: number | null;
  /** How many one order may have. */
  most: number | null;
}

export interface Product {
  id: string;
  code: string | null;
  name: string;
  summary: string;
  /** Rich text. */
  description: string;
  brand: string | null;
  seoTitle: string;
  seoDescription: string;
  images: readonly Image[];
  options: readonly Option[];
  variants: readonly Variant[];
  currency: string;
  /** Whether prices have tax in them; null for what is not taxed. */
  includesTax: boolean | null;
}

/** Values by the names of options. */
export type Choice = Readonly<Record<string, string>>;
type Choosable = Pick<Variant, 'options'>;

/** Whether a variant can be what is chosen so far. */
export function fits({ options }: Choosable, choice: Choice): boolean {
  return Object.entries(choice).every(([name, value]) => (options[name] ?? value) === value);
}

/** Those of the variants that can still be meant. */
export const fitting = <V extends Choosable>(variants: readonly V[], choice: Choice): V[] =>
  variants.filter((variant) => fits(variant, choice));

/** Whether there is anything with this value, beside what else is chosen. */
export function exists(variants: readonly Choosable[], choice: Choice, name: string, value: string): boolean {
  return variants.some((variant) => fits(variant, { ...choice, [name]: value }));
}

/** Whether all that there is with this value, beside what else is chosen, is sold out. */
export function isSoldOut(
  variants: readonly Pick<Variant, 'options' | 'availability'>[],
  choice: Choice,
  name: string,
  value: string,
): boolean {
  const found = fitting(variants, { ...choice, [name]: value });
  return found.length > 0 && found.every(({ availability }) => availability === 'out');
}

/**
 * The choice with one more value. Whatever else was chosen and does not exist with it is let go of, the last options
 * first, so that every value can be got to from every other.
 */
export function choosing(
  options: readonly Option[],
  variants: readonly Choosable[],
  choice: Choice,
  name: string,
  value: string,
): Choice {
  let kept: Choice = { [name]: value };
  for (const option of options) {
    const before = option.name === name ? undefined : choice[option.name];
    if (before !== undefined && exists(variants, kept, option.name, before))
      kept = { ...kept, [option.name]: before };
  }
  return kept;
}

/** What there is no choice of is chosen from the start. */
export function firstChoice(options: readonly Option[], variants: readonly Choosable[]): Choice {
  const only: Record<string, string> = {};
  for (const { name, values } of options) {
    const there = values.filter((value) => exists(variants, {}, name, value));
    if (there.length === 1 && there[0] !== undefined) only[name] = there[0];
  }
  return only;
}

/** The variant that is chosen, once nothing is left to choose. */
export function chosen<V extends Choosable>(
  options: readonly Option[],
  variants: readonly V[],
  choice: Choice,
): V | undefined {
  if (options.some(({ name }) => choice[name] === undefined)) return undefined;
  // One that says more is meant rather than one that leaves it open.
  return fitting(variants, choice).sort(
    (one, other) => Object.keys(other.options).length - Object.keys(one.options).length,
  )[0];
}

/** The buyer's own choices of a variant that leaves some open, as a basket's row has them. */
export function openChoices({ options }: Choosable, choice: Choice): Record<string, string> | undefined {
  const open = Object.entries(choice).filter(([name]) => options[name] === undefined);
  return open.length > 0 ? Object.fromEntries(open) : undefined;
}
