import type { ShopEvent } from '../../page/shop-events.ts';

/** Where nobody listens, the latest are kept alone. */
const MOST = 50;

/**
 * Tells what happens in the shop to the site's trackers: they hear of it once a visitor has agreed to them, and nothing
 * waits for them.
 */
export function publishShopEvent(event: ShopEvent): void {
  window.pagewrightShop ??= [];
  const queue = window.pagewrightShop;
  queue.push({ ...event, at: location.pathname });
  queue.splice(0, queue.length - MOST);
  dispatchEvent(new CustomEvent('pagewright:shop', { detail: event }));
}
