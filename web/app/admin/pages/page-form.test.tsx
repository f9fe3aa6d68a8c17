import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PageRecord } from '../../api/pages.ts';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { answerCalls, type Call, claimsWith, renderScreen } from '../../testing/screen.tsx';
import { useToasts } from '../../ui/toast.ts';
import { AdminScreen } from '../admin-screen.tsx';
import './resource.tsx';

const about = {
  id: '7',
  url: '/about',
  title: 'About',
  templateId: '0198f000-0000-7000-8000-0000000000aa',
  layoutId: '0198f000-0000-7000-8000-0000000000bb',
  meta: {},
  config: { menu: { visible: false } },
  version: 4,
  updatedAt: '2026-01-02T00:00:00Z',
} as PageRecord;

const items = ['Article', 'Shop'].map((name, index) => ({
  id: `0198f000-0000-7000-8000-00000000000${index}`,
  name,
  types: ['Thing'],
}));

let calls: Call[];
/** What is on the page for visitors, by plugin. */
let shown: string[];
let onWrite: (call: Call) => { status?: number; body?: unknown };

beforeEach(() => {
  storeClaims(claimsWith('editor'));
  shown = [];
  onWrite = ({ body }) => ({ body: { ...about, ...(body as object) } });
  calls = answerCalls((call) => {
    if (call.method !== 'GET') return onWrite(call);
    if (call.path === '/client/pages/7') return { body: about };
    if (call.path === '/client/page-render') return { body: renderOf(shown) };
    if (call.path === '/client/pages') return { body: { results: [about], total: 1, start: 0, limit: 10 } };
    if (call.path === '/client/linked-data')
      return { body: { results: items, total: 2, start: 0, limit: 8 } };
    if (call.path === `/client/templates/${about.templateId}`) return { body: { name: 'Bold' } };
    if (call.path === `/cms/layouts/${about.layoutId}`) return { body: { name: 'Wide' } };
    const item = items.find(({ id }) => call.path === `/client/linked-data/${id}`);
    if (item) return { body: item };
    return { status: 404, body: { code: 'page_not_found', title: 'Page Not Found', errors: [] } };
  });
});

afterEach(() => {
  useToasts.setState({ toasts: [] });
  clearClaims();
  vi.unstubAllGlobals();
});

const show = (at: string) =>
  renderScreen(
    [
      {
        path: '/cms-admin/*',
        Component: () => (
          <main>
            <AdminScreen />
          </main>
        ),
      },
    ],
    at,
  );

/** The page as it is rendered, with these plugins in its own column. */
function renderOf(refs: string[]) {
  const nodes = refs.map((ref) => ({ id: `node ${ref}`, type: 'plugin', pluginId: ref }));
  const layout = { block: { nodes: [{ id: 'own', type: 'col-unique' }] } };
  const page = { ...about, layout, blocks: { own: { nodes } }, branches: {} };
  return { page, plugins: Object.fromEntries(refs.map((ref) => [ref, { id: ref, ref, fields: {} }])) };
}

const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const enter = async (label: string, value: string) =>
  fireEvent.change(await field(label), { target: { value } });

describe('a new page', () => {
  it('proposes the address until it is typed', async () => {
    show('/cms-admin/pages/new');
    await enter('Title', 'About us');
    expect((await field('Address')).value).toBe('/about-us');
    await enter('Address', '/team');
    await enter('Title', 'About all of us');
    expect((await field('Address')).value).toBe('/team');
  });

  it('is begun in its title', async () => {
    const { user } = show('/cms-admin/pages/new');
    await waitFor(async () => expect(document.activeElement).toBe(await field('Title')));
    await user.keyboard('Prices');
    expect((await field('Address')).value).toBe('/prices');
  });

  it('is sent with its place in the menu, and the list follows', async () => {
    const { user, router } = show('/cms-admin/pages/new');
    await enter('Title', 'Prices');
    await user.click(screen.getByLabelText('Show in the menu'));
    await enter('Position', '3');
    await user.click(screen.getByRole('button', { name: 'Create page' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/cms-admin/pages'));
    expect(calls.find(({ method }) => method === 'POST')).toMatchObject({
      path: '/client/pages',
      body: { title: 'Prices', url: '/prices', config: { menu: { visible: true, order: 3 } } },
    });
    await screen.findByText('“Prices” was created.');
  });

  it('shows what the service refuses beside its field', async () => {
    const errors = [{ field: 'url', code: 'url_taken', detail: 'Another page has this address.' }];
    onWrite = () => ({ status: 409, body: { code: 'url_taken', title: 'Conflict', errors } });
    const { user, router } = show('/cms-admin/pages/new');
    await enter('Title', 'About');
    await user.click(screen.getByRole('button', { name: 'Create page' }));
    await screen.findByText('Another page has this address.');
    await waitFor(async () => expect(document.activeElement).toBe(await field('Address')));
    expect(router.state.location.pathname).toBe('/cms-admin/pages/new');
  });

  it('shows above the form what belongs to no field', async () => {
    onWrite = () => ({
      status: 503,
      body: { title: 'Service Unavailable', detail: 'Try later.', requestId: 'r-3' },
    });
    const { user } = show('/cms-admin/pages/new');
    await enter('Title', 'About');
    await user.click(screen.getByRole('button', { name: 'Create page' }));
    await screen.findByText('Try later.');
    expect(screen.getByText('Reference r-3')).toBeTruthy();
    expect((await field('Title')).value).toBe('About');
  });
});

describe('a page that is there', () => {
  it('says by which plugin search engines leave it out', async () => {
    shown = ['cms.textHTML', 'ecom.basketManagement'];
    show('/cms-admin/pages/7');
    await screen.findByText(
      'Search engines are asked not to list this page, because “Basket Management” on it differs for each visitor.',
    );
    const asked = calls.find(({ path }) => path === '/client/page-render');
    expect(asked?.headers.get('view-as')).toBe('-');
  });

  it('is changed on the condition that nobody else has changed it', async () => {
    const { user } = show('/cms-admin/pages/7');
    await enter('Title', 'About us');
    expect((await field('Address')).value).toBe('/about');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('“About us” was saved.');
    const put = calls.find(({ method }) => method === 'PUT');
    expect(put?.path).toBe('/client/pages/7');
    expect(put?.headers.get('If-Match')).toBe('"4"');
  });

  it('shows how it will look in results as one types', async () => {
    show('/cms-admin/pages/7');
    await enter('Title in results', 'About Northlight');
    await enter('Description', 'word '.repeat(60));
    const preview = screen.getByRole('figure', { name: 'In search results' });
    expect(preview.textContent).toContain('About Northlight');
    expect(preview.textContent).toContain(' …');
  });

  it('shows how it will look when shared, with the image that was chosen', async () => {
    onWrite = ({ body }) => ({ body: { ...about, ...(body as object) } });
    const { user } = show('/cms-admin/pages/7');
    await enter('Title in results', 'Found');
    const card = screen.getByRole('figure', { name: 'When shared' });
    expect(card.textContent).toContain('Found');
    expect(card.textContent).toContain('The first image on the page is shown here, if there is one.');
    await enter('Title when shared', 'Look at this');
    await enter('Description when shared', 'word '.repeat(60));
    expect(card.textContent).toContain('Look at this');
    expect(card.textContent).not.toContain('Found');
    expect(card.textContent).toContain(' …');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(calls.some(({ method }) => method === 'PUT')).toBe(true));
    const put = calls.find(({ method }) => method === 'PUT');
    expect(put?.body).toMatchObject({ meta: { title: 'Found', shareTitle: 'Look at this' } });
    expect(await accessibilityFaults()).toEqual([]);
  });

  it('takes a canonical address that is one, and says beside it what is not', async () => {
    const { user } = show('/cms-admin/pages/7');
    await enter('Canonical address', 'elsewhere.test');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Enter a path such as /about, or an address that begins with https://.');
    expect(calls.some(({ method }) => method === 'PUT')).toBe(false);
    const errors = [{ field: 'meta.canonical', code: 'canonical_invalid', detail: 'No such host.' }];
    onWrite = () => ({ status: 422, body: { code: 'canonical_invalid', title: 'x', errors } });
    await enter('Canonical address', 'https://elsewhere.test/');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('No such host.');
    expect((await field('Canonical address')).getAttribute('aria-invalid')).toBe('true');
  });

  it('asks in the words of the specification before changes are lost', async () => {
    const { user, router } = show('/cms-admin/pages/7');
    await enter('Title', 'About us');
    await user.click(screen.getByRole('link', { name: 'Pages' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain(
      'Are you sure you want to navigate away from this page? Any unsaved changes will be lost.',
    );
    await user.click(screen.getByRole('button', { name: 'Stay' }));
    expect(router.state.location.pathname).toBe('/cms-admin/pages/7');
    await user.click(screen.getByRole('link', { name: 'Pages' }));
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/cms-admin/pages'));
  });

  it('lets go without a question where nothing was changed', async () => {
    const { user, router } = show('/cms-admin/pages/7');
    await field('Title');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/cms-admin/pages'));
  });
});

describe('the screens around it', () => {
  it('say when there is no such page', async () => {
    show('/cms-admin/pages/8');
    await screen.findByText('Page Not Found');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('say when there is no such screen', async () => {
    show('/cms-admin/nothing');
    await screen.findByText('There is no screen at this address');
  });

  it('say when the scope is missing, without a call', async () => {
    storeClaims(claimsWith('crm:read'));
    show('/cms-admin/pages');
    await screen.findByText('You cannot open this');
    expect(calls).toEqual([]);
  });
});

it('is accessible', async () => {
  show('/cms-admin/pages/7');
  await field('Title');
  expect(await accessibilityFaults()).toEqual([]);
});

describe('linked data', () => {
  it('is attached in an order that can be changed', async () => {
    const { user } = show('/cms-admin/pages/7');
    const chosen = () =>
      within(screen.getByRole('list', { name: 'Linked data: chosen' }))
        .getAllByRole('listitem')
        .map((item) => item.textContent);
    for (const name of ['Article', 'Shop']) {
      await user.click(await screen.findByRole('combobox', { name: 'Linked data' }));
      await user.click(await screen.findByRole('option', { name: new RegExp(name) }));
    }
    await waitFor(() => expect(chosen()).toEqual(['Article', 'Shop']));
    await user.click(screen.getByRole('button', { name: 'Move Shop up' }));
    expect(chosen()).toEqual(['Shop', 'Article']);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move Shop down' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('“About” was saved.');
    const put = calls.find(({ method }) => method === 'PUT');
    expect(put?.body).toMatchObject({ linkedData: [items[1]?.id, items[0]?.id] });
  });
});
