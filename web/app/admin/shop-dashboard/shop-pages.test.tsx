import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { dashboard, serveSite, show } from './testing.tsx';

let site: ReturnType<typeof serveSite>;

beforeEach(() => {
  site = serveSite();
});

describe('the shop’s pages', () => {
  const name = 'Create the shop’s pages';
  const press = async (user: ReturnType<typeof show>['user']) =>
    await user.click(await screen.findByRole('button', { name }));
  const deleted = () => site.calls.filter(({ method }) => method === 'DELETE');

  beforeEach(() => {
    for (const use of site.uses) use.pages = 0;
    const titles = ['Order placed', 'Checkout', 'Basket', 'Product', 'Shop'];
    site.making.body = titles.map((title, index) => ({
      id: `page-${index}`,
      title,
      version: 11 + index,
      config: { menu: { visible: ['Basket', 'Shop'].includes(title) } },
    }));
  });

  it('are made at the press of a button, and said', async () => {
    const { user, router } = show('ecom:read', 'editor');
    await press(user);
    await screen.findByText(
      '5 pages created: Order placed, Checkout, Basket, Product and Shop. In the menu: Basket and Shop.',
    );
    expect(
      site.calls.filter(({ path }) => path === '/client/pages/shop').map(({ method }) => method),
    ).toEqual(['POST']);
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'To set up' })).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Show pages' }));
    expect(router.state.location.pathname).toBe('/cms-admin/pages');
    // There one sees what Undo would take.
    screen.getByRole('button', { name: 'Undo' });
  });

  it('are taken back by Undo, each as it was made, and can be made again', async () => {
    const { user } = show('ecom:read', 'editor');
    await press(user);
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByRole('button', { name });
    expect(deleted().map(({ path, headers }) => [path, headers.get('If-Match')])).toEqual(
      [4, 3, 2, 1, 0].map((index) => [`/client/pages/page-${index}`, `"${11 + index}"`]),
    );
    expect(screen.queryByText(/^5 pages created/)).toBeNull();
    expect(await accessibilityFaults()).toEqual([]);
  });

  it('stay where somebody has changed them meanwhile, which Undo says', async () => {
    const detail = 'This record has been changed meanwhile.';
    site.deleting = (path) =>
      path.endsWith('-2') ? { status: 412, body: { title: 'Changed', detail, errors: [] } } : { status: 204 };
    const { user } = show('ecom:read', 'editor');
    await press(user);
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByText(detail);
    expect(deleted()).toHaveLength(5);
  });

  it('are asked for again where they could not be made', async () => {
    const detail = 'The default layout has no place for a page’s own content.';
    const { body } = site.making;
    site.making = { status: 422, body: { title: 'No own column', detail, errors: [] } };
    const { user } = show('ecom:read', 'editor');
    await press(user);
    await screen.findByText(detail);
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    site.making = { status: 201, body };
    await press(user);
    await screen.findByText(/^5 pages created/);
  });

  it('may be there already', async () => {
    site.making.body = [];
    const { user } = show('ecom:read', 'editor');
    await press(user);
    await screen.findByText('The shop has its pages already.');
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('are offered while one of them is missing', async () => {
    for (const use of site.uses) use.pages = use.ref === 'ecom.checkout' ? 0 : 1;
    site.making.body = [{ id: 'page', title: 'Checkout', version: 3, config: {} }];
    const { user } = show('ecom:read', 'editor');
    await press(user);
    await screen.findByText('Page created: Checkout.');
  });

  it('are not offered to those who may make none', async () => {
    site.answer = { body: dashboard({ setUp: { ...dashboard().setUp, hasProducts: false } }) };
    show('ecom:write');
    await screen.findByText('No product with a price is published.');
    expect(screen.queryByRole('button', { name })).toBeNull();
  });

  it('are not offered for another gap', async () => {
    for (const use of site.uses) use.pages = 1;
    site.answer = { body: dashboard({ setUp: { ...dashboard().setUp, hasProducts: false } }) };
    show('ecom:read', 'editor');
    await screen.findByText('No product with a price is published.');
    await waitFor(() => expect(site.calls.map(({ path }) => path)).toContain('/cms/plugins/uses'));
    expect(screen.queryByRole('button', { name })).toBeNull();
  });
});
