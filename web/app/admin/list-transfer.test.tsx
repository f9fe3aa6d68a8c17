import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clearClaims, storeClaims } from '../session/session-store.ts';
import { accessibilityFaults } from '../testing/accessibility.ts';
import { answerCalls, claimsWith, renderScreen } from '../testing/screen.tsx';
import { ResourceList } from './resource-list.tsx';
import products from './shop-products/resource.tsx';
import taxRates from './shop-tax-rates/resource.tsx';

let results: object[];

beforeEach(() => {
  results = [{ id: 'g1', name: 'Log basket', version: 1, images: [{ file: 'f1' }], isPublished: true }];
});
afterEach(() => {
  clearClaims();
  vi.unstubAllGlobals();
});

function show(scope: string, List = () => <ResourceList resource={products} />) {
  storeClaims(claimsWith(scope));
  const calls = answerCalls(({ path }) => {
    if (path === '/cms/countries') return { body: [] };
    if (path === '/ecom/tax-rates/untaxed') return { body: { country: 'GB', taxClasses: [] } };
    return { body: { results, total: results.length, start: 0, limit: 10 } };
  });
  const Component = () => (
    <main>
      <List />
    </main>
  );
  return { calls, ...renderScreen([{ path: '/cms-ecom/products', Component }], '/cms-ecom/products') };
}

const items = () =>
  screen.getAllByRole('menuitem').map((item) => [item.textContent, item.getAttribute('href')]);

it('has both exports and the import in one place, each with what it is for', async () => {
  const { user } = show('ecom:write');
  await user.click(await screen.findByRole('button', { name: 'Import and export' }));
  await screen.findByRole('menuitem', { name: 'Import products…' });
  expect(items()).toEqual([
    ['Import products…', '/cms-ecom/import?kind=products'],
    [
      'Export all productsWith every variant, price and image: to change in a spreadsheet and import again.',
      '/ecom/exports/products',
    ],
    ['Export this listThe records found, with the columns shown.', null],
  ]);
  // Nowhere else.
  expect(screen.queryByRole('button', { name: 'Export CSV' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Export' })).toBeNull();
  expect(await accessibilityFaults()).toEqual([]);
});

it('offers no import to those who may only read, and asks the media library for none of the images', async () => {
  const { user, calls } = show('ecom:read');
  await user.click(await screen.findByRole('button', { name: 'Export' }));
  await screen.findByRole('menuitem', { name: /^Export this list/ });
  expect(screen.queryByRole('menuitem', { name: /^Import/ })).toBeNull();
  await waitFor(() => expect(calls.map(({ path }) => path)).toContain('/ecom/product-groups'));
  expect(calls.filter(({ path }) => path.startsWith('/cms/files'))).toEqual([]);
});

it('offers the import where there is nothing yet, and tells those who may only read nothing of it', async () => {
  results = [];
  const { unmount } = show('ecom:write');
  const link = await screen.findByRole('link', { name: 'Import products…' });
  expect(link.getAttribute('href')).toBe('/cms-ecom/import?kind=products');
  screen.getByText('Create one, or import a list of them from a CSV file.');
  unmount();
  show('ecom:read');
  await screen.findByText('No products yet');
  expect(screen.queryByText(/Create one/)).toBeNull();
  expect(screen.queryByRole('link', { name: /Import|New/ })).toBeNull();
});

it('says of tax rates what their file has beside the columns that are shown', async () => {
  results = [{ id: 't1', name: 'VAT', version: 1, country: 'GB', rateMillionths: 200_000, priority: 1 }];
  const { user } = show('ecom:write', () => <ResourceList resource={taxRates} />);
  await user.click(await screen.findByRole('button', { name: 'Import and export' }));
  const item = await screen.findByRole('menuitem', { name: /^Export all tax rates/ });
  expect(item.textContent).toBe(
    'Export all tax ratesWith every column: to change in a spreadsheet and import again.',
  );
  expect(item.getAttribute('href')).toBe('/ecom/exports/tax_rates');
});
