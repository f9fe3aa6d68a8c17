import { describe, expect, it } from 'vitest';
import { isNarrowed, narrowingOf, parametersOf, withBrand, withOption } from './narrowing.ts';

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

  it('is taken back by choosing the same again', () => {
    expect(parametersOf(withOption(withOption(none, 'Size', 'L'), 'Size', 'L')).toString()).toBe('');
    expect(withBrand(withBrand(none, ID), ID)).toEqual(none);
  });
});
