/** What happens in the shop of a page, as its plugins tell it and trackers are told. Amounts are in major units: 12.5. */

export interface ShopItem {
  /** The article number. */
  id: string;
  name: string;
  /** Which of several that are sold under this name. */
  variant?: string;
  price: number;
  quantity: number;
}

interface Goods {
  currency: string;
  /** What the items come to, by the prices that the shop shows. */
  value: number;
  items: readonly ShopItem[];
}

export interface Purchase extends Goods {
  name: 'purchase';
  reference: string;
  tax: number;
  delivery: number;
}

export type ShopEvent =
  | (Goods & { name: 'view' | 'add' | 'remove' | 'viewBasket' | 'beginCheckout' })
  | Purchase;

/** With the path of the page that it happened on. */
export type ShopEventOnPage = ShopEvent & { at: string };

declare global {
  interface Window {
    /** What no tracker has been told yet: it may come, or be agreed to, later. */
    pagewrightShop?: ShopEventOnPage[];
  }
}
