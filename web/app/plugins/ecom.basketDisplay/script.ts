/** Says how much is in the basket, whichever tab it was put into. */
import { countOf, onBasketChange, readBasket } from '../shop/basket.ts';

export default function start(element: HTMLElement): void {
  const place = element.querySelector<HTMLElement>('.pw-basket-count');
  if (!place) return;
  const show = () => {
    // A page that was left is not listened for any longer.
    if (!place.isConnected) return stop();
    const count = String(countOf(readBasket()));
    place.dataset.count = count;
    if (place.textContent !== count) place.textContent = count;
  };
  const stop = onBasketChange(show);
  show();
}
