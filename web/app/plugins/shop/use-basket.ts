import { useSyncExternalStore } from 'react';
import { type Basket, onBasketChange, readBasket } from './basket.ts';

/** The basket, wherever it is changed; undefined on the server and until the page is awake: only browsers have it. */
export function useBasket(): Basket | undefined {
  return useSyncExternalStore<Basket | undefined>(onBasketChange, readBasket, () => undefined);
}
