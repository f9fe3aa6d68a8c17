/** Says how much is in the basket, whichever tab it was put into. */
import { sayCount } from '#words/say-count.ts';
import { countOf, onBasketChange, readBasket } from '../shop/basket.ts';

export default function start(element: HTMLElement): void {
  const place = element.querySelector<HTMLElement>('.pw-basket-count');
  const said = element.querySelector<HTMLElement>('[data-forms]');
  if (!place || !said) return;
  const { forms = '{}', locale = 'en' } = said.dataset;
  const show = () => {
    // A page that was left is not listened for any longer.
    if (!place.isConnected) return stop();
    const number = countOf(readBasket());
    const count = String(number);
    place.dataset.count = count;
    if (place.textContent !== count) place.textContent = count;
    const words = sayCount(locale, JSON.parse(forms), number);
    if (said.textContent !== words) said.textContent = words;
  };
  const stop = onBasketChange(show);
  show();
}
