/**
 * Passes on what happens in the shop to Google Analytics (gtag) or Google Tag Manager (dataLayer), as their ecommerce
 * events: once somebody has agreed to be counted, and each order once.
 */
import type { ShopEvent } from '../page/shop-events.ts';

type Known = Window & { gtag?: (...words: unknown[]) => void; dataLayer?: { push: (word: unknown) => void } };
type Tell = (name: string, goods: object) => void;

const NAMES: Record<ShopEvent['name'], string> = {
  view: 'view_item',
  add: 'add_to_cart',
  remove: 'remove_from_cart',
  viewBasket: 'view_cart',
  beginCheckout: 'begin_checkout',
  purchase: 'purchase',
};
const KEY = 'pagewright-told-orders';
/** Of so many orders it is known on this device that they were told. */
const MOST = 20;

let isAgreed = false;
/** Scripts of trackers that are neither there nor lost. */
let loading = 0;
/** Where the browser keeps nothing, until the page is left. */
let unkept: string[] = [];

/** Somebody has agreed to statistics or marketing. What they did on this page counts. */
export function agreeToShopEvents(): void {
  if (isAgreed) return;
  isAgreed = true;
  addEventListener('pagewright:shop', tellShopEvents);
  tellShopEvents();
}

/** Who listens to the shop may only be there once this is loaded. */
export function awaitTracker(element: HTMLElement): void {
  if (!(element instanceof HTMLScriptElement && element.src)) return;
  loading += 1;
  const finish = () => {
    loading -= 1;
    tellShopEvents();
  };
  element.addEventListener('load', finish);
  element.addEventListener('error', finish);
}

/** Tells what was not told yet, if there is somebody to tell. Whatever goes wrong there is no matter of the page's. */
export function tellShopEvents(): void {
  const tell = isAgreed && listener();
  if (!tell) return;
  for (const { at, ...event } of window.pagewrightShop?.splice(0) ?? []) {
    const order = event.name === 'purchase' ? event.reference : undefined;
    // What was done on other pages, before anybody agreed, is nobody's business.
    if (at !== location.pathname || (order && toldOrders().includes(order))) continue;
    try {
      tell(NAMES[event.name], goodsOf(event));
      if (order) note(order);
    } catch {
      // It is the tracker's fault.
    }
  }
}

function listener(): Tell | undefined {
  const { gtag, dataLayer } = window as Known;
  if (typeof gtag === 'function') return (name, goods) => gtag('event', name, goods);
  // It may be gtag's own, whose snippet comes after what it loads.
  if (loading > 0 || typeof dataLayer?.push !== 'function') return undefined;
  return (event, ecommerce) => {
    // Else it would be merged with the event before.
    dataLayer.push({ ecommerce: null });
    dataLayer.push({ event, ecommerce });
  };
}

function goodsOf(event: ShopEvent): object {
  const { currency, value, items } = event;
  return {
    ...(event.name === 'purchase' && {
      transaction_id: event.reference,
      tax: event.tax,
      shipping: event.delivery,
    }),
    currency,
    value,
    items: items.map(({ id, name, variant, price, quantity }) => ({
      item_id: id,
      item_name: name,
      ...(variant && { item_variant: variant }),
      price,
      quantity,
    })),
  };
}

function toldOrders(): string[] {
  try {
    return [...unkept, ...JSON.parse(localStorage.getItem(KEY) ?? '[]')];
  } catch {
    return unkept;
  }
}

function note(order: string): void {
  const orders = [order, ...toldOrders()].slice(0, MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(orders));
  } catch {
    unkept = orders;
  }
}
