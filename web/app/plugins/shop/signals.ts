/**
 * What happens in the shop, for the site's trackers: they listen once a visitor has agreed to them, and nothing waits for
 * them.
 */
export type ShopEvent = 'view' | 'add' | 'beginCheckout' | 'purchase';

export function tellShop(name: ShopEvent, detail: Readonly<Record<string, unknown>>): void {
  dispatchEvent(new CustomEvent('pagewright:shop', { detail: { name, ...detail } }));
}
