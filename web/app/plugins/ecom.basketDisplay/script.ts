/** Says how much is in the basket, whichever tab it was put into. */
import { countOf, onBasketChange, readBasket } from '../shop/basket.ts';

export default function start(element: HTMLElement): void {
  const place = element.querySelector<HTMLElement>('.pw-basket-count');
  const said = element.querySelector<HTMLElement>('[data-one]');
  if (!place || !said) return;
  const show = () => {
    // A page that was left is not listened for any longer.
    if (!place.isConnected) return stop();
    const count = String(countOf(readBasket()));
    place.dataset.count = count;
    if (place.textContent !== count) place.textContent = count;
    const { one = '', other = '' } = said.dataset;
    const words = count === '1' ? one : other.replace('#', count);
    if (said.textContent !== words) said.textContent = words;
  };
  const stop = onBasketChange(show);
  show();
}
