/** What an address narrows a list of products by, and the addresses that narrow it otherwise. The service reads the same. */
import type { Query } from '../contract.ts';
import { MAX_SEARCH } from '../query.ts';

/** Characters of all brands in an address, and of all options: there are not many more than these that say something. */
export const MOST_TEXT = 1_100;
/** Of an address's query: for the page and for prices that are still to be chosen. */
const ROOM = 100;

export interface Narrowing {
  sort: string;
  brands: readonly string[];
  /** In whole units of the currency: 12.5 is £12.50. */
  least: number | undefined;
  most: number | undefined;
  onlyInStock: boolean;
  options: Readonly<Record<string, readonly string[]>>;
}

const amount = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
const list = (value: unknown, by: string): string[] =>
  String(value ?? '')
    .split(by)
    .filter(Boolean);

export function narrowingOf(query: Query): Narrowing {
  const options: Record<string, string[]> = {};
  for (const part of list(query['shop-options'], ';')) {
    const [name = '', values = ''] = part.split(':', 2);
    if (name && values) options[decoded(name)] = list(values, ',').map(decoded);
  }
  return {
    sort: String(query['shop-sort'] ?? 'featured'),
    brands: list(query['shop-brands'], ','),
    least: amount(query['shop-least']),
    most: amount(query['shop-most']),
    onlyInStock: query['shop-stock'] === 'in',
    options,
  };
}

/** The parameters that narrow a list so, without those that say nothing; `page` is left out for the first. */
export function parametersOf(narrowing: Narrowing, page = 1): URLSearchParams {
  const { sort, brands, least, most, onlyInStock } = narrowing;
  const options = Object.entries(narrowing.options)
    .filter(([, values]) => values.length > 0)
    .map(([name, values]) => `${encoded(name)}:${values.map(encoded).join(',')}`);
  const said = {
    'shop-sort': sort === 'featured' ? '' : sort,
    'shop-brands': brands.join(','),
    'shop-least': least ?? '',
    'shop-most': most ?? '',
    'shop-stock': onlyInStock ? 'in' : '',
    'shop-options': options.join(';'),
    'shop-page': page > 1 ? page : '',
  };
  return new URLSearchParams(
    Object.entries(said).flatMap(([name, value]) => (value === '' ? [] : [[name, String(value)]])),
  );
}

/** Whether an address can say all of it: one that is too long would say nothing. */
export function canBeSaid(narrowing: Narrowing): boolean {
  const said = parametersOf(narrowing);
  const texts = [said.get('shop-brands') ?? '', said.get('shop-options') ?? ''];
  return said.toString().length <= MAX_SEARCH - ROOM && texts.every((text) => [...text].length <= MOST_TEXT);
}

export function isNarrowed({ brands, least, most, onlyInStock, options }: Narrowing): boolean {
  const chosen = brands.length + Object.values(options).flat().length;
  return chosen > 0 || least !== undefined || most !== undefined || onlyInStock;
}

/** With a value of an option chosen, or not any more. */
export function withOption(narrowing: Narrowing, name: string, value: string): Narrowing {
  return {
    ...narrowing,
    options: { ...narrowing.options, [name]: toggled(narrowing.options[name] ?? [], value) },
  };
}

export const withBrand = (narrowing: Narrowing, id: string): Narrowing => ({
  ...narrowing,
  brands: toggled(narrowing.brands, id),
});

function toggled(values: readonly string[], value: string): string[] {
  return values.includes(value) ? values.filter((other) => other !== value) : [...values, value];
}

// What separates names and values, and no more: an address is to be read.
const encoded = (text: string): string => text.replace(/[%,:;]/g, encodeURIComponent);
const decoded = (text: string): string =>
  text.replaceAll('%2C', ',').replaceAll('%3A', ':').replaceAll('%3B', ';').replaceAll('%25', '%');
