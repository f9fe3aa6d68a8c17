import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  added,
  type Basket,
  basketInLink,
  basketLink,
  changeBasket,
  countOf,
  MOST_OF_ONE,
  MOST_ROWS,
  merged,
  onBasketChange,
  readBasket,
  rowKey,
  withQuantity,
} from './basket.ts';

const id = (number: number) => `0199a1b2-0000-7000-8000-${String(number).padStart(12, '0')}`;
const shirt = { productId: id(1), quantity: 2, options: { Size: 'L' } };
const mug = { productId: id(2), quantity: 1 };

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

describe('the basket', () => {
  it('is what was put into it, also after the page was left', () => {
    changeBasket((basket) => added(added(basket, shirt), mug));
    expect(readBasket()).toEqual([shirt, mug]);
    expect(countOf(readBasket())).toBe(3);
  });

  it('has one row of the same product with the same choices', () => {
    const other = { ...shirt, options: { Size: 'M' } };
    const basket = [shirt, { ...shirt, quantity: 3 }, other].reduce<Basket>(added, []);
    expect(basket).toEqual([{ ...shirt, quantity: 5 }, other]);
    expect(rowKey({ productId: id(1), options: { a: '1', b: '2' } })).toBe(
      rowKey({ productId: id(1), options: { b: '2', a: '1' } }),
    );
  });

  it('has no row of nothing', () => {
    expect(withQuantity([shirt, mug], rowKey(mug), 0)).toEqual([shirt]);
  });

  it('changes what another tab has just written, and not what this one last saw', () => {
    changeBasket((basket) => added(basket, mug));
    localStorage.setItem('pagewright-basket', JSON.stringify([mug, shirt]));
    expect(changeBasket((basket) => added(basket, mug))).toEqual([{ ...mug, quantity: 2 }, shirt]);
  });

  it('tells of changes in this tab and in others, until nobody listens', () => {
    const heard = vi.fn();
    const stop = onBasketChange(heard);
    changeBasket((basket) => added(basket, mug));
    dispatchEvent(new StorageEvent('storage', { key: 'pagewright-basket' }));
    dispatchEvent(new StorageEvent('storage', { key: 'something else' }));
    expect(heard).toHaveBeenCalledTimes(2);
    // Back from another page, in which it may have been emptied.
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    expect(heard).toHaveBeenCalledTimes(3);
    stop();
    changeBasket(() => []);
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    expect(heard).toHaveBeenCalledTimes(3);
  });

  it.each([
    ['no JSON', '{'],
    ['no list', '{"rows":[]}'],
    ['other rows', JSON.stringify([null, 1, { productId: 'x', quantity: 1 }, { productId: id(3) }])],
    ['impossible numbers', JSON.stringify([0, -1, 1.5, '2'].map((quantity) => ({ ...mug, quantity })))],
  ])('is empty where what is kept is %s', (_, text) => {
    localStorage.setItem('pagewright-basket', text);
    expect(readBasket()).toEqual([]);
  });

  it('is bounded', () => {
    changeBasket(() =>
      Array.from({ length: 500 }, (_, number) => ({ productId: id(number), quantity: 1e9 })),
    );
    expect(readBasket()).toHaveLength(MOST_ROWS);
    expect(readBasket()[0]?.quantity).toBe(MOST_OF_ONE);
  });

  it('lasts while the page does where the browser keeps nothing', () => {
    const refused = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    changeBasket((basket) => added(basket, mug));
    expect(readBasket()).toEqual([mug]);
    refused.mockRestore();
    expect(changeBasket((basket) => added(basket, mug))).toEqual([{ ...mug, quantity: 2 }]);
    expect(JSON.parse(localStorage.getItem('pagewright-basket') ?? '')).toEqual([{ ...mug, quantity: 2 }]);
  });
});

describe('a link with a basket', () => {
  it('brings it to another device, and tells no server', () => {
    const link = new URL(basketLink([shirt, mug], 'https://shop.example/basket?a=1'));
    expect(link.pathname + link.search).toBe('/basket?a=1');
    expect(basketInLink(link.hash)).toEqual([shirt, mug]);
  });

  it('adds up with what is there, and opening it again changes nothing', () => {
    const twice = merged(merged([{ ...mug, quantity: 4 }], [shirt, mug]), [shirt, mug]);
    expect(twice).toEqual([{ ...mug, quantity: 4 }, shirt]);
  });

  it.each([
    '',
    '#',
    '#section',
    '#basket=',
    '#basket=%7B',
    '#basket=[]',
    '#basket=[[1,2]]',
    '#basket=[null]',
  ])('is nothing where there is none: %s', (hash) => {
    expect(basketInLink(hash)).toBeUndefined();
  });
});
