/**
 * The basket: kept in the browser, the same in all tabs, priced by nobody here. The server says what it costs each time
 * that it is shown. No React: a basket's count in a header is a script of its own.
 */

/** So much of one product. `options` are the visitor's own choices where the product leaves them open. */
export interface BasketRow {
  productId: string;
  quantity: number;
  options?: Readonly<Record<string, string>>;
  /** What one cost when it was last shown, in minor units: the server says where it is another price now. */
  seenPrice?: number;
}
export type Basket = readonly BasketRow[];

/** What the server takes at once; see POST /ecom/baskets/summary. */
export const MOST_ROWS = 100;
export const MOST_OF_ONE = 9_999;

const KEY = 'pagewright-basket';
const CHANGED = 'pagewright:basket';

/** What is kept where the browser keeps nothing, until the page is left. */
let unkept: string | undefined;
let last: { text: string | null; basket: Basket } = { text: null, basket: [] };

/** The very same array as before where nothing has changed. */
export function readBasket(): Basket {
  const text = unkept ?? stored();
  if (text !== last.text) last = { text, basket: parsed(text) };
  return last.basket;
}

/** Changes what is there now, which another tab may just have changed, and tells every tab. */
export function changeBasket(change: (basket: Basket) => Basket): Basket {
  const before = readBasket();
  const changed = change(before);
  if (changed === before) return before;
  const basket = tidied(changed);
  const text = JSON.stringify(basket);
  try {
    localStorage.setItem(KEY, text);
    unkept = undefined;
  } catch {
    // Private windows of some browsers keep nothing, and a full store takes nothing more.
    unkept = text;
  }
  dispatchEvent(new Event(CHANGED));
  return basket;
}

/** Calls back after each change, in this tab or another one. */
export function onBasketChange(callback: () => void): () => void {
  const heard = (event: Event) => {
    // Without a key everything has been cleared.
    if (!(event instanceof StorageEvent) || event.key === KEY || event.key === null) callback();
  };
  addEventListener(CHANGED, heard);
  addEventListener('storage', heard);
  // A page that is brought back has heard nothing while it was away.
  addEventListener('pageshow', heard);
  return () => {
    removeEventListener('pageshow', heard);
    removeEventListener(CHANGED, heard);
    removeEventListener('storage', heard);
  };
}

/** What is the same product with the same choices is one row. */
export function rowKey({ productId, options = {} }: Pick<BasketRow, 'productId' | 'options'>): string {
  const chosen = Object.entries(options).sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([productId, ...chosen]);
}

export function added(basket: Basket, row: BasketRow): Basket {
  const key = rowKey(row);
  const present = basket.find((other) => rowKey(other) === key);
  if (!present) return [...basket, row];
  return withQuantity(basket, key, present.quantity + row.quantity);
}

/** With what each row costs as the visitor has now been shown it. */
export function withSeenPrices(basket: Basket, prices: ReadonlyMap<string, number>): Basket {
  return basket.map((row) => {
    const seenPrice = prices.get(rowKey(row));
    return seenPrice === undefined ? row : { ...row, seenPrice };
  });
}

/** Of nothing left the row is gone. */
export function withQuantity(basket: Basket, key: string, quantity: number): Basket {
  return basket
    .map((row) => (rowKey(row) === key ? { ...row, quantity } : row))
    .filter((row) => row.quantity > 0);
}

/** What is left once so much of it was ordered: what another tab has put in meanwhile stays. */
export function without(basket: Basket, ordered: Basket): Basket {
  const taken = new Map(ordered.map((row) => [rowKey(row), row.quantity]));
  return basket
    .map((row) => ({ ...row, quantity: row.quantity - (taken.get(rowKey(row)) ?? 0) }))
    .filter((row) => row.quantity > 0);
}

/** How many things are in it. */
export const countOf = (basket: Basket): number =>
  basket.reduce((count, { quantity }) => count + quantity, 0);

const PARAMETER = 'basket';

/**
 * An address that has the basket with it, for another device. It stands behind `#`, which no browser sends: what
 * somebody means to buy is nobody's business until they ask for its price.
 */
export function basketLink(basket: Basket, page: string): string {
  const short = basket.map(({ productId, quantity, options }) =>
    options ? [productId, quantity, options] : [productId, quantity],
  );
  const link = new URL(page);
  link.hash = new URLSearchParams({ [PARAMETER]: JSON.stringify(short) }).toString();
  return link.href;
}

/** The basket that an address has with it. */
export function basketInLink(hash: string): Basket | undefined {
  const text = new URLSearchParams(hash.replace(/^#/, '')).get(PARAMETER);
  if (text === null) return undefined;
  const rows = json(text);
  if (!Array.isArray(rows)) return undefined;
  const basket = tidied(rows.map((row) => ({ productId: row?.[0], quantity: row?.[1], options: row?.[2] })));
  return basket.length > 0 ? basket : undefined;
}

/** Both together: of what is in both the larger number, for a link that is opened twice must not double it. */
export function merged(basket: Basket, other: Basket): Basket {
  let all = basket;
  for (const row of other) {
    const key = rowKey(row);
    const present = all.find((one) => rowKey(one) === key);
    all = present ? withQuantity(all, key, Math.max(present.quantity, row.quantity)) : [...all, row];
  }
  return all;
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

const parsed = (text: string | null): Basket => tidied(text === null ? [] : json(text));

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What fits of it: an earlier release, an extension or a link may have written anything. */
export function tidied(rows: unknown): Basket {
  if (!Array.isArray(rows)) return [];
  return rows.flatMap((row) => tidiedRow(row) ?? []).slice(0, MOST_ROWS);
}

function tidiedRow(row: unknown): BasketRow | undefined {
  const { productId, quantity, options, seenPrice } = (row ?? {}) as Partial<
    Record<keyof BasketRow, unknown>
  >;
  if (typeof productId !== 'string' || !ID.test(productId)) return undefined;
  if (typeof quantity !== 'number' || !Number.isInteger(quantity) || quantity < 1) return undefined;
  const chosen = Object.entries(options ?? {}).filter(([, value]) => typeof value === 'string');
  const choices = chosen.length > 0 ? { options: Object.fromEntries(chosen) as Record<string, string> } : {};
  const seen =
    typeof seenPrice === 'number' && Number.isSafeInteger(seenPrice) && seenPrice >= 0 ? { seenPrice } : {};
  return { productId, quantity: Math.min(quantity, MOST_OF_ONE), ...choices, ...seen };
}
