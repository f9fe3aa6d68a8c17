import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { changeBasket, readBasket } from '../shop/basket.ts';
import type { Product } from '../shop/product.ts';
import { product, productId, variant } from '../shop/testing.ts';
import { shownFile, viewProps } from '../testing.ts';
import head from './head.ts';
import ProductView, { type ProductData, type ProductFields } from './render.tsx';
import start from './script.ts';

const OPTIONS = [
  { name: 'Colour', values: ['Red', 'Blue'] },
  { name: 'Size', values: ['S', 'L'] },
];
const CHOICE = product({
  options: OPTIONS,
  variants: [
    variant(1, { options: { Colour: 'Red', Size: 'S' }, price: 2000 }),
    variant(2, {
      options: { Colour: 'Blue', Size: 'L' },
      price: 1500,
      was: 3000,
      availability: 'low',
      left: 2,
    }),
    variant(3, { options: { Colour: 'Blue', Size: 'S' }, availability: 'out' }),
  ],
});

const props = (given: Product | null, fields: ProductFields = {}) =>
  viewProps<ProductFields, ProductData>({
    ref: 'ecom.product',
    fields,
    data: { product: given },
    url: '/shop/shirt',
  });

/** The view as a browser has it, with the script that works in it. */
function open(given: Product, fields: ProductFields = {}): HTMLElement {
  const { container } = render(<ProductView {...props(given, fields)} />);
  start(container);
  return container;
}

const choose = (name: string) => userEvent.click(screen.getByRole('radio', { name }));
const add = () => userEvent.click(screen.getByRole('button', { name: 'Add to basket' }));
const said = () => screen.getAllByRole('status')[0]?.textContent ?? '';

beforeEach(() => localStorage.clear());

it('is no second title of its page', () => {
  const props = viewProps<ProductFields, ProductData>({ fields: {}, data: { product: product() } });
  const level = (hasOtherTitle: boolean) => {
    const { container } = render(<ProductView {...props} hasOtherTitle={hasOtherTitle} />);
    return container.querySelector('h1, h2')?.localName;
  };
  expect([level(false), level(true)]).toEqual(['h1', 'h2']);
});

describe('a product', () => {
  it('keeps what was chosen before its script came', async () => {
    const { container } = render(<ProductView {...props(CHOICE)} />);
    await choose('Blue');
    await choose('L');
    start(container);
    expect((screen.getByRole('radio', { name: 'Blue' }) as HTMLInputElement).checked).toBe(true);
    await add();
    expect(readBasket()).toMatchObject([{ productId: productId(2), quantity: 1 }]);
  });

  it('is shown with what it costs', () => {
    const { container } = render(
      <ProductView {...props(product({ variants: [variant(1, { was: 2500 })] }))} />,
    );
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Shirt');
    expect(container.textContent).toContain('£20.00');
    expect(container.textContent).toContain('£25.00');
    expect(container.textContent).toContain('including tax');
    expect(container.textContent).toContain('Woven by hand.');
  });

  it('costs at least so much as long as it is open which one is meant', () => {
    const { container } = render(<ProductView {...props(CHOICE)} />);
    expect(container.textContent).toContain('From £15.00');
  });

  it('is shown with a picture in place of those that it does not have', () => {
    const { container } = render(<ProductView {...props(product())} />);
    expect(container.querySelector('.pw-product-images')?.className).toBe('pw-product-images pw-no-picture');
  });

  it('is shown once with each of its images', () => {
    const file = shownFile();
    const image = { file: file.id };
    const shown = props(product({ images: [image], variants: [variant(1, { image })] }));
    render(<ProductView {...shown} files={{ [file.id]: file }} />);
    expect(within(screen.getByRole('list', { name: 'Images' })).getAllByRole('listitem')).toHaveLength(1);
  });

  it('is shown with each part of an image, and leads to the one of its variant', () => {
    const file = shownFile();
    const part = (crop: string) => ({ file: file.id, crop });
    const images = [part('0-0-5000-10000')];
    const given = product({ images, variants: [variant(1, { image: part('5000-0-5000-10000') })] });
    const { container } = render(<ProductView {...props(given)} files={{ [file.id]: file }} />);
    const shown = within(screen.getByRole('list', { name: 'Images' })).getAllByRole('listitem');
    expect(shown.map((each) => each.querySelector('img')?.getAttribute('src'))).toEqual([
      '/files/a.jpg?v=1&crop=0-0-5000-10000',
      '/files/a.jpg?v=1&crop=5000-0-5000-10000',
    ]);
    const facts = JSON.parse(container.querySelector<HTMLElement>('[data-product]')?.dataset.product ?? '');
    expect(facts.variants[0].image).toBe(shown[1]?.dataset.image);
  });

  it('is shared with the part of its image that it is shown with', () => {
    const file = shownFile();
    const given = product({ images: [{ file: file.id, aspect: '1:1', crop: '0-0-5000-10000' }] });
    const address = '/files/a.jpg?v=1&size=xl&aspect=1:1&crop=0-0-5000-10000';
    const absolute = (path: string) => `https://site.example${path}`;
    const parts = head([{ ...props(given), files: { [file.id]: file }, absolute, isOwn: true }]);
    expect(parts).toMatchObject({ image: address, imageDimensions: { width: 1500, height: 1500 } });
    expect(parts.jsonLd).toMatchObject({ image: [absolute(address)] });
  });

  it('that nobody can see is said to visitors, and explained to editors', () => {
    const { rerender, container } = render(<ProductView {...props(null)} />);
    expect(container.textContent).toBe('This product is not available.');
    rerender(<ProductView {...props(null)} isForEditor />);
    expect(container.textContent).toContain('Choose one in the settings');
  });

  it('that has no price cannot be bought', () => {
    render(<ProductView {...props(product({ variants: [] }))} />);
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('choosing', () => {
  it('shows the price and the stock of the one that is meant, and puts that into the basket', async () => {
    const container = open(CHOICE);
    await choose('Blue');
    await choose('L');
    expect(container.querySelector('[data-price]')?.textContent).toBe('£15.00');
    expect(container.querySelector('.pw-was > s')?.textContent).toBe('£30.00');
    expect(container.querySelector('.pw-was > .pw-unseen')?.textContent).toBe('Was £30.00');
    expect(container.querySelector('.pw-product-stock')?.textContent).toBe('Only 2 left');
    await add();
    expect(readBasket()).toEqual([{ productId: productId(2), quantity: 1 }]);
    expect(said()).toBe('In your basket: 1');
  });

  it('greys out what does not exist with what is chosen, and still leads to it', async () => {
    open(CHOICE);
    await choose('Red');
    const large = screen.getByRole('radio', { name: 'L' });
    expect(large.closest('label')?.hasAttribute('data-missing')).toBe(true);
    await choose('L');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Red' }).checked).toBe(false);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'L' }).checked).toBe(true);
  });

  it('marks what is sold out with what is chosen, and what is sold out in any case before anything is', async () => {
    const out = (size: string, colour: string) =>
      variant(size === 'S' ? 4 : 5, { options: { Colour: colour, Size: size }, availability: 'out' });
    const soldOut = {
      options: OPTIONS,
      variants: [variant(1, { options: { Colour: 'Red', Size: 'S' } }), out('L', 'Red'), out('L', 'Blue')],
    };
    open(product(soldOut));
    const marked = () =>
      screen.getAllByRole<HTMLInputElement>('radio', { name: /sold out/ }).map(({ value }) => value);
    expect(screen.queryByRole('radio', { name: 'Blue' })).toBeNull();
    expect(marked()).toEqual(['Blue', 'L']);
    await choose('L sold out');
    expect(marked()).toEqual(['Red', 'Blue', 'L']);
    await choose('S');
    expect(marked()).toEqual(['L']);
  });

  it('names what is not chosen yet, one option after the other, and puts nothing into the basket', async () => {
    open(CHOICE);
    await add();
    expect(said()).toBe('Please choose first: Colour');
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Red' }));
    await choose('Blue');
    await add();
    expect(said()).toBe('Please choose first: Size');
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'S sold out' }));
    expect(readBasket()).toEqual([]);
  });

  it('does not sell what is sold out, nor more than there is', async () => {
    open(CHOICE);
    await choose('Blue');
    await choose('S sold out');
    expect(screen.getByRole('button', { name: 'Add to basket' }).getAttribute('aria-disabled')).toBe('true');
    await add();
    expect(said()).toBe('This is sold out.');
    expect(readBasket()).toEqual([]);
    await choose('L');
    for (let time = 0; time < 3; time += 1) await add();
    expect(readBasket()).toEqual([{ productId: productId(2), quantity: 2 }]);
    expect(said()).toBe('No more are available.');
  });

  it('says that the basket is full, and tells nobody that it was added', async () => {
    changeBasket(() =>
      Array.from({ length: 100 }, (_, row) => ({ productId: productId(row + 10), quantity: 1 })),
    );
    open(product());
    const told = vi.fn();
    addEventListener('pagewright:shop', told);
    await add();
    removeEventListener('pagewright:shop', told);
    expect(said()).toBe('Your basket is full.');
    expect(told).not.toHaveBeenCalled();
    expect(readBasket()).toHaveLength(100);
  });

  it('leaves what is in the basket where no quantity is said', async () => {
    changeBasket(() => [{ productId: productId(1), quantity: 3 }]);
    open(product());
    await userEvent.clear(screen.getByRole('spinbutton', { name: 'Quantity' }));
    await add();
    expect(readBasket()).toEqual([{ productId: productId(1), quantity: 3 }]);
    // Also where a browser does not hold the form back.
    document.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }));
    expect(readBasket()).toEqual([{ productId: productId(1), quantity: 3 }]);
  });

  it('keeps the buyer’s own choice of what the product leaves open', async () => {
    open(product({ options: OPTIONS, variants: [variant(1, { options: { Colour: 'Red' } })] }));
    await choose('L');
    await add();
    expect(readBasket()).toEqual([{ productId: productId(1), quantity: 1, options: { Size: 'L' } }]);
  });

  it('leads to the basket afterwards, and tells those who listen', async () => {
    const heard = vi.fn();
    addEventListener('pagewright:shop', heard);
    const container = open(product({ code: 'shirt' }), { basketPage: '/basket' });
    const link = container.querySelector<HTMLAnchorElement>('.pw-product-basket');
    expect(link?.hidden).toBe(true);
    await add();
    expect(link?.hidden).toBe(false);
    const goods = {
      currency: 'GBP',
      value: 20,
      items: [{ id: 'sku-1', name: 'Shirt', price: 20, quantity: 1 }],
    };
    expect(heard.mock.calls.map(([{ detail }]) => detail)).toEqual([
      { name: 'view', ...goods },
      { name: 'add', ...goods },
    ]);
    removeEventListener('pagewright:shop', heard);
  });

  it('is told by what its variants have in common, at the least price, while it is open which one is meant', () => {
    const heard = vi.fn();
    addEventListener('pagewright:shop', heard);
    open(CHOICE);
    expect(heard.mock.calls[0]?.[0].detail).toEqual({
      name: 'view',
      currency: 'GBP',
      value: 15,
      items: [{ id: 'shirt', name: 'Shirt', price: 15, quantity: 1 }],
    });
    removeEventListener('pagewright:shop', heard);
  });

  it('adds to what another tab has put there', async () => {
    open(product());
    changeBasket(() => [{ productId: productId(1), quantity: 4 }]);
    await add();
    expect(readBasket()).toEqual([{ productId: productId(1), quantity: 5 }]);
  });
});

describe('for search engines', () => {
  const absolute = (path: string) => new URL(path, 'https://site.example').href;
  const told = (given: Product | null, query = {}) =>
    head([{ ...props(given), query, absolute, isOwn: true }]);

  it('it is a product with its offers', () => {
    const { jsonLd, description } = told(CHOICE, { product: 'shirt' });
    expect(description).toBe('Of linen.');
    expect(jsonLd).toMatchObject({
      '@type': 'Product',
      name: 'Shirt',
      brand: { name: 'Willow' },
      offers: [
        {
          '@type': 'Offer',
          sku: 'sku-1',
          price: '20.00',
          priceCurrency: 'GBP',
          availability: 'https://schema.org/InStock',
          url: 'https://site.example/shop/shirt?product=shirt',
        },
        { availability: 'https://schema.org/LimitedAvailability' },
        { availability: 'https://schema.org/OutOfStock' },
      ],
    });
  });

  it('gives the page its title where the page is about it', () => {
    const instance = (given: Product, fields: ProductFields = {}, isOwn = true) => ({
      ...props(given, fields),
      absolute,
      isOwn,
    });
    const fixed = { product: productId(100) };
    const said = product({ seoTitle: 'A shirt of linen' });
    expect(head([instance(said, fixed)])).toMatchObject({ title: 'A shirt of linen' });
    expect(head([instance(said, fixed)]).isOfAddress).toBeUndefined();
    // The page has a title of its own.
    expect(head([instance(product(), fixed)]).title).toBeUndefined();
    // It is about several, or stands on many pages.
    expect(head([instance(said, fixed), instance(CHOICE, fixed)]).title).toBeUndefined();
    expect(head([instance(said, fixed, false)]).title).toBeUndefined();
    // What the address names, whatever else stands there.
    expect(head([instance(CHOICE, fixed), instance(product())])).toMatchObject({
      title: 'Shirt',
      isOfAddress: true,
    });
    expect(head([instance(said)])).toMatchObject({ title: 'A shirt of linen', jsonLd: { name: 'Shirt' } });
  });

  it('an address of no product is left out', () => {
    expect(told(null)).toEqual({ noIndex: true });
  });
});
