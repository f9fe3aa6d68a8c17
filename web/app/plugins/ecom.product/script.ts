/** Choosing a variant and putting it into the basket. All words come from the page. */
import { added, changeBasket, countOf, MOST_OF_ONE, readBasket, rowKey } from '../shop/basket.ts';
import {
  type Choice,
  choosing,
  chosen,
  exists,
  firstChoice,
  isSoldOut,
  type Option,
  openChoices,
} from '../shop/product.ts';
import { publishShopEvent } from '../shop/publish-event.ts';
import type { ShownVariant } from './facts.ts';

export default function start(element: HTMLElement): void {
  const form = element.querySelector<HTMLFormElement>('.pw-product-form');
  if (form?.dataset.product) new ProductForm(element, form, JSON.parse(form.dataset.product)).start();
}

class ProductForm {
  private readonly element: HTMLElement;
  private readonly form: HTMLFormElement;
  private readonly options: readonly Option[];
  private readonly variants: readonly ShownVariant[];
  private choice: Choice;

  constructor(
    element: HTMLElement,
    form: HTMLFormElement,
    { options, variants }: { options: readonly Option[]; variants: readonly ShownVariant[] },
  ) {
    this.element = element;
    this.form = form;
    this.options = options;
    this.variants = variants;
    this.choice = firstChoice(options, variants);
  }

  start(): void {
    const { form } = this;
    // What was chosen before this woke, or before the visitor went on and came back.
    for (const input of form.querySelectorAll<HTMLInputElement>('[data-option] input:checked'))
      this.take(input);
    form.addEventListener('change', ({ target }) => {
      if (!this.take(target as HTMLInputElement)) return;
      this.say('');
      this.show();
    });
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.add();
    });
    delete form.querySelector<HTMLElement>('.pw-product-buy')?.dataset.waiting;
    this.show();
    const { variant, variants } = this;
    const shown = variant ?? variants.toSorted((one, other) => one.amount - other.amount)[0];
    if (shown) this.tell('view', shown, 1, variant ? variant.sku : form.dataset.code);
  }

  /** As an article number, or as what all variants have in common where it is open which one is meant. */
  private tell(name: 'view' | 'add', variant: ShownVariant, quantity: number, id = variant.sku): void {
    const { name: product = '', currency = '' } = this.form.dataset;
    const choice = id === variant.sku ? Object.values(variant.options).join(', ') : '';
    const item = { id, name: product, ...(choice && { variant: choice }), price: variant.amount, quantity };
    // Parts of a penny come of sums of fractions.
    publishShopEvent({
      name,
      currency,
      value: Number((variant.amount * quantity).toFixed(4)),
      items: [item],
    });
  }

  private take(input: HTMLInputElement): boolean {
    const name = input.closest<HTMLElement>('[data-option]')?.dataset.option;
    if (input.type !== 'radio' || name === undefined) return false;
    this.choice = choosing(this.options, this.variants, this.choice, name, input.value);
    return true;
  }

  private get variant(): ShownVariant | undefined {
    return chosen(this.options, this.variants, this.choice);
  }

  private get button(): HTMLButtonElement | null {
    return this.form.querySelector('button[type=submit]');
  }

  private get quantity(): HTMLInputElement {
    return this.form.elements.namedItem('quantity') as HTMLInputElement;
  }

  private show(): void {
    const { form, choice, variants, variant } = this;
    for (const set of form.querySelectorAll<HTMLElement>('[data-option]')) {
      const name = set.dataset.option ?? '';
      for (const input of set.querySelectorAll('input')) {
        input.checked = choice[name] === input.value;
        const label = input.closest('label');
        // It can be chosen all the same: what does not exist with it is let go of.
        label?.toggleAttribute('data-missing', !exists(variants, choice, name, input.value));
        const isOut = isSoldOut(variants, choice, name, input.value);
        label?.toggleAttribute('data-out', isOut);
        const said = label?.querySelector('small');
        // Empty, and not hidden: what looks for a choice by its text finds it by its value alone.
        if (said) said.textContent = isOut ? (form.dataset.out ?? '') : '';
      }
    }
    // Not `disabled`: by the keyboard one comes to it all the same, and is told why.
    this.button?.setAttribute('aria-disabled', String(variant?.availability === 'out'));
    if (!variant) return;
    this.put('[data-price]', variant.priceText);
    this.put('.pw-was > s', variant.wasText ?? '');
    this.put('.pw-was > .pw-unseen', variant.wasWords ?? '');
    form.querySelector<HTMLElement>('.pw-was')?.toggleAttribute('hidden', !variant.wasText);
    this.put('.pw-product-stock', variant.stock).dataset.availability = variant.availability;
    if (form.querySelector('[data-sku]')) this.put('[data-sku]', variant.sku);
    this.quantity.max = variant.limit === undefined ? '' : String(variant.limit);
    if (variant.image) this.showImage(variant.image);
  }

  private put(selector: string, text: string): HTMLElement {
    const place = this.form.querySelector<HTMLElement>(selector) as HTMLElement;
    if (place.textContent !== text) place.textContent = text;
    return place;
  }

  private showImage(key: string): void {
    const track = this.element.querySelector<HTMLElement>('.pw-product-track');
    const image = [...(track?.children ?? [])].find((each) => (each as HTMLElement).dataset.image === key);
    // By its place in the track: scrolling it into view would move the page.
    if (track && image)
      track.scrollTo({
        left: track.scrollLeft + image.getBoundingClientRect().left - track.getBoundingClientRect().left,
      });
  }

  private add(): void {
    const { form, variant } = this;
    const said = form.querySelector<HTMLElement>('.pw-product-said');
    if (!variant) {
      this.askForTheRest();
    } else if (variant.availability === 'out') {
      this.say(this.button?.dataset.out ?? '');
    } else if (!(this.quantity.valueAsNumber >= 1)) {
      this.quantity.focus();
    } else if (this.room(variant) <= 0) {
      this.say(said?.dataset.most ?? '');
    } else {
      const quantity = Math.min(this.quantity.valueAsNumber, this.room(variant));
      const before = countOf(readBasket());
      const basket = changeBasket((rows) => added(rows, { ...this.rowOf(variant), quantity }));
      const more = countOf(basket) - before;
      // It takes so many products.
      if (more <= 0) {
        this.say(said?.dataset.full ?? '');
        return;
      }
      this.tell('add', variant, more);
      this.say(`${said?.dataset.added ?? ''} ${countOf(basket)}`);
      const link = form.querySelector<HTMLElement>('.pw-product-basket');
      if (link) link.hidden = false;
    }
  }

  /** Leads to the first option of which nothing is chosen, and names it: on a phone it may be out of view. */
  private askForTheRest(): void {
    const set = [...this.form.querySelectorAll<HTMLElement>('[data-option]')].find(
      ({ dataset: { option = '' } }) => this.choice[option] === undefined,
    );
    set?.querySelector('input')?.focus();
    this.say(set?.dataset.choose ?? '');
  }

  /** How many more may be put into the basket. */
  private room(variant: ShownVariant): number {
    const key = rowKey(this.rowOf(variant));
    const present = readBasket().find((row) => rowKey(row) === key)?.quantity ?? 0;
    return Math.min(variant.limit ?? MOST_OF_ONE, MOST_OF_ONE) - present;
  }

  private rowOf(variant: ShownVariant) {
    const options = openChoices(variant, this.choice);
    return { productId: variant.id, ...(options && { options }) };
  }

  private say(text: string): void {
    const place = this.form.querySelector('.pw-product-said');
    if (place) place.textContent = text;
  }
}
