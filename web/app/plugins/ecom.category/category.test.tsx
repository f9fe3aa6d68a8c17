import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Query } from '../contract.ts';
import { viewProps } from '../testing.ts';
import type { CategoryData, ListedGroup } from './category-data.ts';
import Category, { type CategoryFields } from './render.tsx';

const group = (name: string, changed: Partial<ListedGroup> = {}): ListedGroup => ({
  id: name,
  code: name.toLowerCase(),
  name,
  summary: '',
  brand: null,
  images: [],
  least: 1000,
  most: 1000,
  was: null,
  isThere: true,
  ...changed,
});

const data = (changed: Partial<CategoryData> = {}): CategoryData => ({
  category: 'Baskets',
  groups: [group('Hamper', { most: 3000 }), group('Bowl', { was: 2000, isThere: false })],
  total: 30,
  inStock: 17,
  page: 1,
  pageSize: 2,
  currency: 'GBP',
  includesTax: true,
  prices: [500, 3000],
  brands: [
    { id: 'b1', name: 'Reed', count: 2 },
    { id: 'b2', name: 'Willow', count: 1 },
  ],
  options: [
    {
      name: 'Size',
      values: [
        { value: 'S', count: 3 },
        { value: 'L', count: 1 },
      ],
    },
  ],
  ...changed,
});

function show(given: CategoryData, query: Query = {}, fields: CategoryFields = { productPage: '/product' }) {
  const props = viewProps<CategoryFields, CategoryData>({ fields, data: given, query, url: '/shop' });
  return render(<Category {...props} />).container;
}

const to = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

describe('a list of products', () => {
  const showFor = (pages: string[], isForEditor: boolean, fields: CategoryFields = {}) => {
    const given = { fields, data: data(), url: '/shop', namingPages: { 'ecom.product': pages } };
    render(<Category {...viewProps<CategoryFields, CategoryData>(given)} isForEditor={isForEditor} />);
  };

  it('leads to the only page that shows a product where none is chosen, and says nothing of it', () => {
    showFor(['/product'], true);
    expect(to('Hamper')).toBe('/product?product=hamper');
    expect(screen.queryByRole('note')).toBeNull();
  });

  it('leads to the first of several such pages, and tells editors to choose', () => {
    showFor(['/a', '/b'], true);
    expect(to('Hamper')).toBe('/a?product=hamper');
    expect(screen.getByRole('note').textContent).toContain('Several pages show a product.');
  });

  it('tells editors that its products lead nowhere, and not visitors', () => {
    showFor([], true);
    expect(screen.getByRole('note').textContent).toContain('no page shows a product');
    expect(screen.queryByRole('link', { name: 'Hamper' })).toBeNull();
  });

  it('draws a picture in place of each that is not there', () => {
    expect(show(data()).querySelectorAll('.pw-shop-picture.pw-no-picture:empty')).toHaveLength(2);
  });

  it('says nothing to visitors, nor where a page is chosen', () => {
    showFor([], false);
    showFor(['/a', '/b'], true, { productPage: '/b' });
    expect(screen.queryByRole('note')).toBeNull();
    expect(to('Hamper')).toBe('/b?product=hamper');
  });

  it('shows each with its price, and leads to it', () => {
    const container = show(data());
    expect(to('Hamper')).toBe('/product?product=hamper');
    expect(container.textContent).toContain('From £10.00');
    expect(container.textContent).toContain('£20.00');
    expect(screen.getByText('Sold out')).toBeTruthy();
    expect(screen.getByRole('region', { name: 'Baskets' })).toBeTruthy();
  });

  it('goes on to the next page, and back', () => {
    show(data({ page: 2 }), { 'shop-page': 2, 'shop-sort': 'name' });
    expect(to('Next')).toBe('/shop?shop-sort=name&shop-page=3#p');
    expect(to('Previous')).toBe('/shop?shop-sort=name#p');
    expect(screen.getByText('30 products, page 2 of 15')).toBeTruthy();
  });

  it('says of a part beyond its end that there are no more, and leads to the first ones', () => {
    show(data({ page: 99, groups: [] }), { 'shop-page': 99, 'shop-sort': 'name' });
    expect(screen.getByText(/There are no more products\./)).toBeTruthy();
    expect(to('Show the first ones')).toBe('/shop?shop-sort=name#p');
    expect(screen.queryByText(/no products here yet|page 99/)).toBeNull();
    expect(screen.queryByRole('link', { name: 'Previous' })).toBeNull();
  });

  it('is narrowed by links, which begin with the first page again', () => {
    show(data(), { 'shop-page': 3, 'shop-options': 'Size:S' });
    expect(to('Reed 2')).toBe('/shop?shop-brands=b1&shop-options=Size%3AS#p');
    expect(to('L 1')).toBe('/shop?shop-options=Size%3AS%2CL#p');
    expect(to('S 3')).toBe('/shop#p');
    expect(screen.getByRole('link', { name: 'S 3' }).getAttribute('aria-current')).toBe('true');
  });

  it('says how many are in stock', () => {
    show(data());
    expect(to('In stock 17')).toBe('/shop?shop-stock=in#p');
  });

  it('keeps what is chosen though there is no other choice of its kind any more', () => {
    const only = {
      brands: [{ id: 'b1', name: 'Reed', count: 0 }],
      options: [{ name: 'Size', values: [{ value: 'S', count: 0 }] }],
    };
    const container = show(data(only), { 'shop-brands': 'b1', 'shop-options': 'Size:S' });
    expect(to('Reed 0')).toBe('/shop?shop-options=Size%3AS#p');
    expect(to('S 0')).toBe('/shop?shop-brands=b1#p');
    container.remove();
    show(data(only));
    expect(screen.queryByText('Reed')).toBeNull();
    expect(screen.queryByText('S')).toBeNull();
  });

  it('offers no choice more than an address can say', () => {
    const id = '0199a1b2-0000-7000-8000-0000000000';
    const chosen = Array.from({ length: 29 }, (_, index) => `${id}${index + 10}`);
    const brands = [...chosen, `${id}99`].map((brand) => ({
      id: brand,
      name: `B${brand.slice(-2)}`,
      count: 1,
    }));
    show(data({ brands }), { 'shop-brands': chosen.join(',') });
    expect(screen.queryByRole('link', { name: 'B99 1' })).toBeNull();
    expect(screen.getByText('B99').getAttribute('aria-disabled')).toBe('true');
    expect(to('B10 1')).toContain('shop-brands=');
  });

  it('takes what else is chosen along where a price is typed', () => {
    const container = show(data(), { 'shop-brands': 'b1', 'shop-least': 5 });
    const form = container.querySelector('form') as HTMLFormElement;
    expect(form.getAttribute('action')).toBe('/shop#p');
    expect(Object.fromEntries(new FormData(form))).toEqual({
      'shop-brands': 'b1',
      'shop-least': '5',
      'shop-most': '',
    });
  });

  it('keeps the fields of a price that was typed though nothing or all of one price is left', () => {
    const narrowed = { 'shop-least': 20, 'shop-most': 40 };
    const { unmount } = render(
      <Category
        {...viewProps<CategoryFields, CategoryData>({
          fields: {},
          data: data({ prices: [3000, 3000] }),
          query: narrowed,
          url: '/shop',
        })}
      />,
    );
    expect(screen.getByLabelText('From')).toHaveProperty('value', '20');
    unmount();
    show(data({ prices: [null, null], groups: [], total: 0 }), { 'shop-most': 40 });
    expect(screen.getByLabelText('To')).toHaveProperty('value', '40');
  });

  it('says that nothing is there, and the way back where that is for what was chosen', () => {
    const { rerender } = render(
      <Category {...viewProps({ fields: {}, data: data({ groups: [], total: 0 }) })} />,
    );
    expect(screen.getByText('There are no products here yet.')).toBeTruthy();
    const narrowed = viewProps({
      fields: {},
      data: data({ groups: [], total: 0 }),
      query: { 'shop-stock': 'in' },
    });
    rerender(<Category {...narrowed} />);
    expect(screen.getAllByRole('link', { name: 'Show all products' }).length).toBeGreaterThan(0);
  });

  it('has no filters where there is nothing to choose', () => {
    const container = show(data({ groups: [group('Hamper')], total: 1 }));
    expect(container.querySelector('details')).toBeNull();
  });
});
