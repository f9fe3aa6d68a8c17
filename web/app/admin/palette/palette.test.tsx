import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { answerCalls, type Call, claimsWith, renderScreen } from '../../testing/screen.tsx';
import { AdminShell } from '../admin-shell.tsx';

let calls: Call[];

beforeEach(() => {
  storeClaims(claimsWith('admin'));
  calls = answerCalls(({ path, query }) => {
    if (path === '/cms/site') return { body: { hasEcom: false, hasCRM: false } };
    const isPages = path === '/client/pages' && query.get('q') === 'prices';
    const results = isPages ? [{ id: '7', title: 'Prices and times', url: '/prices' }] : [];
    return { body: { results, total: results.length } };
  });
});

afterEach(() => {
  clearClaims();
  vi.unstubAllGlobals();
});

const show = () =>
  renderScreen(
    [
      {
        path: '/cms-admin',
        Component: AdminShell,
        children: [{ path: '*', Component: () => <p>Here</p> }],
      },
    ],
    '/cms-admin/pages',
  );

async function open() {
  const shown = show();
  await screen.findByRole('link', { name: 'Pages' });
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  const field = await screen.findByRole('textbox', { name: 'Search screens, actions and records' });
  return { ...shown, field };
}
const options = () => screen.getAllByRole('option').map((option) => option.textContent);

it('opens by its key and goes to the screen that is marked', async () => {
  const { user, router, field } = await open();
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(options()).toContain('Dashboard');
  await waitFor(() => expect(options()).toContain('New page'));
  expect(await accessibilityFaults()).toEqual([]);
  await user.type(field, 'redir');
  expect(options()).toEqual(['Redirects', 'New redirect']);
  await user.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/cms-admin/url-maps/new'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('finds records by what their own lists find, and says when there is nothing', async () => {
  const { user, field } = await open();
  await user.type(field, 'prices');
  const found = await screen.findByRole('option', { name: 'Prices and times /prices' });
  expect(within(found.parentElement as HTMLElement).getByText('Pages')).toBeTruthy();
  const asked = calls.filter(({ query }) => query.get('q') === 'prices').map(({ path }) => path);
  expect(asked).toEqual(expect.arrayContaining(['/client/pages', '/auth/users', '/client/templates']));
  await user.type(field, 'x');
  await screen.findByText('Nothing found for “pricesx”');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('offers what is open to whoever asks', async () => {
  storeClaims(claimsWith('editor'));
  const { user, field } = await open();
  await user.type(field, 'users');
  await screen.findByText('Nothing found for “users”');
  expect(calls.map(({ path }) => path)).not.toContain('/auth/users');
});

it('leaves the key to an editor that has it for itself', async () => {
  show();
  await screen.findByRole('link', { name: 'Pages' });
  const taken = (event: KeyboardEvent) => event.preventDefault();
  document.body.addEventListener('keydown', taken);
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  document.body.removeEventListener('keydown', taken);
  expect(screen.queryByRole('dialog')).toBeNull();
});
