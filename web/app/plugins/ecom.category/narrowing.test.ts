import { describe, expect, it } from 'vitest';
import { normalisedQuery } from '../query.ts';
import manifest from './manifest.ts';
import {
  canBeSaid,
  isNarrowed,
  type Narrowing,
  narrowingOf,
  parametersOf,
  withBrand,
  withOption,
} from './narrowing.ts';

const ID = '0199a1b2-0000-7000-8000-000000000001';
const none = narrowingOf({});

describe('narrowing a list of products', () => {
  it('says nothing in the address as long as nothing is chosen', () => {
    expect(parametersOf(none).toString()).toBe('');
    expect(isNarrowed(none)).toBe(false);
    expect(isNarrowed({ ...none, sort: 'name' })).toBe(false);
  });

  it('is read as it was written', () => {
    const odd = withOption(withOption(none, 'Size: large, 50%', 'a;b'), 'Size: large, 50%', 'c,d');
    const all = { ...withBrand(odd, ID), least: 100, most: 2000, onlyInStock: true, sort: 'cheapest' };
    const written = Object.fromEntries(parametersOf(all));
    const typed = { ...written, 'shop-least': 100, 'shop-most': 2000 };
    expect(narrowingOf(typed)).toEqual(all);
    expect(isNarrowed(all)).toBe(true);
  });

  it('keeps the order and begins with the first page again', () => {
    expect(parametersOf({ ...none, sort: 'name' }, 1).toString()).toBe('shop-sort=name');
    expect(parametersOf(none, 3).toString()).toBe('shop-page=3');
  });

  it('is not offered further than an address can say', () => {
    const choices = Array.from({ length: 60 }, (_, index) => `Ünique colour ${index}`);
    const brands = choices.map((_, index) => ID.replace(/..$/, String(index + 10)));
    const most = (more: (narrowing: Narrowing, choice: string) => Narrowing, of: readonly string[]) => {
      let narrowing = none;
      let count = 0;
      for (const choice of of) {
        const next = more(narrowing, choice);
        if (!canBeSaid(next)) break;
        narrowing = next;
        count += 1;
      }
      // All of it is read, beside the page and two prices.
      const said = `${parametersOf({ ...narrowing, least: 1999.99, most: 999_999.99 }, 10_000)}`;
      expect(narrowingOf(normalisedQuery(manifest.query, said))).toEqual({
        ...narrowing,
        least: 1999.99,
        most: 999_999.99,
      });
      return count;
    };
    expect(most(withBrand, brands)).toBe(29);
    expect(most((narrowing, value) => withOption(narrowing, 'Colour', value), choices)).toBeGreaterThan(40);
  });

  it('is taken back by choosing the same again', () => {
    expect(parametersOf(withOption(withOption(none, 'Size', 'L'), 'Size', 'L')).toString()).toBe('');
    expect(withBrand(withBrand(none, ID), ID)).toEqual(none);
  });
});
