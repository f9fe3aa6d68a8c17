import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ShopEvent } from '../page/shop-events.ts';
import { publishShopEvent } from '../plugins/shop/publish-event.ts';

const ITEM = { id: 'sku-1', name: 'Shirt', variant: 'Red, L', price: 12.5, quantity: 2 };
const GOODS = { currency: 'GBP', value: 25, items: [ITEM] };
const ADD: ShopEvent = { name: 'add', ...GOODS };
const PURCHASE: ShopEvent = { name: 'purchase', ...GOODS, reference: 'K7QH-2M', tax: 4.17, delivery: 3 };
const TOLD = {
  currency: 'GBP',
  value: 25,
  items: [{ item_id: 'sku-1', item_name: 'Shirt', item_variant: 'Red, L', price: 12.5, quantity: 2 }],
};

const gtag = vi.fn();
let shop: typeof import('./shop-events.ts');
/** What a page loads anew knows nothing of what the one before had heard. */
const loadPage = async () => {
  if (shop) removeEventListener('pagewright:shop', shop.tellShopEvents);
  window.pagewrightShop = undefined;
  vi.resetModules();
  shop = await import('./shop-events.ts');
};

beforeEach(async () => {
  localStorage.clear();
  vi.stubGlobal('gtag', gtag);
  await loadPage();
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  gtag.mockReset();
  history.replaceState(null, '', '/');
});

describe('what happens in the shop', () => {
  it('is told to nobody before they agreed, and of this page then', () => {
    publishShopEvent(ADD);
    shop.tellShopEvents();
    expect(gtag).not.toHaveBeenCalled();
    history.replaceState(null, '', '/basket');
    publishShopEvent({ ...ADD, name: 'viewBasket' });
    shop.agreeToShopEvents();
    expect(gtag.mock.calls).toEqual([['event', 'view_cart', TOLD]]);
  });

  it.each([
    ['view', 'view_item'],
    ['add', 'add_to_cart'],
    ['remove', 'remove_from_cart'],
    ['viewBasket', 'view_cart'],
    ['beginCheckout', 'begin_checkout'],
  ] as const)('is told as it happens: %s as %s', (name, told) => {
    shop.agreeToShopEvents();
    publishShopEvent({ name, ...GOODS });
    expect(gtag.mock.calls).toEqual([['event', told, TOLD]]);
  });

  it('waits for a tracker that is still loading', () => {
    vi.stubGlobal('gtag', undefined);
    shop.agreeToShopEvents();
    publishShopEvent(ADD);
    vi.stubGlobal('gtag', gtag);
    shop.tellShopEvents();
    shop.tellShopEvents();
    expect(gtag).toHaveBeenCalledTimes(1);
  });

  it('goes to the data layer of a tag manager where there is no gtag', () => {
    const dataLayer: unknown[] = [];
    vi.stubGlobal('gtag', undefined);
    vi.stubGlobal('dataLayer', dataLayer);
    shop.agreeToShopEvents();
    publishShopEvent(ADD);
    expect(dataLayer).toEqual([{ ecommerce: null }, { event: 'add_to_cart', ecommerce: TOLD }]);
  });

  it('is not taken for a tag manager’s while the snippet of gtag is on its way', () => {
    const [tag, snippet] = ['tag.js', 'snippet.js'].map((src) =>
      Object.assign(document.createElement('script'), { src }),
    ) as [HTMLScriptElement, HTMLScriptElement];
    const dataLayer: unknown[] = [];
    vi.stubGlobal('gtag', undefined);
    vi.stubGlobal('dataLayer', dataLayer);
    for (const script of [tag, snippet]) shop.awaitTracker(script);
    shop.agreeToShopEvents();
    publishShopEvent(ADD);
    tag.dispatchEvent(new Event('load'));
    expect(dataLayer).toEqual([]);
    vi.stubGlobal('gtag', gtag);
    snippet.dispatchEvent(new Event('load'));
    expect(gtag.mock.calls).toEqual([['event', 'add_to_cart', TOLD]]);
    expect(dataLayer).toEqual([]);
  });

  it('is no matter of the page’s where the tracker fails', () => {
    const complain = vi.spyOn(console, 'error');
    gtag.mockImplementationOnce(() => {
      throw new Error('blocked');
    });
    shop.agreeToShopEvents();
    publishShopEvent(PURCHASE);
    expect(complain).not.toHaveBeenCalled();
    // It was not told, so it is the next time.
    publishShopEvent(PURCHASE);
    expect(gtag).toHaveBeenCalledTimes(2);
  });

  it('is forgotten but for the latest where nobody listens', () => {
    for (let time = 0; time < 60; time += 1) publishShopEvent(ADD);
    expect(window.pagewrightShop).toHaveLength(50);
  });
});

describe('an order', () => {
  const told = { transaction_id: 'K7QH-2M', tax: 4.17, shipping: 3, ...TOLD };

  it('is told once, also when its page is loaded anew', async () => {
    shop.agreeToShopEvents();
    publishShopEvent(PURCHASE);
    publishShopEvent(PURCHASE);
    await loadPage();
    shop.agreeToShopEvents();
    publishShopEvent(PURCHASE);
    expect(gtag.mock.calls).toEqual([['event', 'purchase', told]]);
    publishShopEvent({ ...PURCHASE, reference: 'P3RT-9X' });
    expect(gtag).toHaveBeenCalledTimes(2);
  });

  it('is told to somebody who agrees on the page that thanks for it', () => {
    publishShopEvent(PURCHASE);
    shop.agreeToShopEvents();
    expect(gtag.mock.calls).toEqual([['event', 'purchase', told]]);
  });

  it('is told once where the browser keeps nothing', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('full');
    });
    shop.agreeToShopEvents();
    publishShopEvent(PURCHASE);
    publishShopEvent(PURCHASE);
    expect(gtag).toHaveBeenCalledTimes(1);
  });
});
