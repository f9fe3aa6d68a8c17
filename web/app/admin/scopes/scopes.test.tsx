import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { answerCalls, type Call, claimsWith, renderScreen } from '../../testing/screen.tsx';
import { useToasts } from '../../ui/toast.ts';
import { AdminScreen } from '../admin-screen.tsx';
import './resource.tsx';

const scopeOf = (name: string, isBuiltIn: boolean, userCount: number) => ({
  id: name,
  name,
  description: '',
  isBuiltIn,
  requiresSecondFactor: false,
  userCount,
  isHeldBySuper: name === 'board',
  createdAt: '2026-01-02T00:00:00Z',
  updatedAt: '2026-01-02T00:00:00Z',
});

const scopes = [scopeOf('club', false, 2), scopeOf('crm:read', true, 0), scopeOf('editor', true, 1)];
const board = scopeOf('board', false, 1);
let calls: Call[];
let hasCRM: boolean;

beforeEach(() => {
  storeClaims(claimsWith('admin'));
  hasCRM = false;
  calls = answerCalls(({ method, path, query, body }) => {
    if (method !== 'GET') return { body: { ...scopes[0], ...(body as object) } };
    if (path === '/cms/site') return { body: { hasCRM } };
    const one = [...scopes, board].find(({ id }) => path === `/auth/scopes/${id}`);
    if (one) return { body: one };
    // A service that answers two at a time.
    const start = Number(query.get('start'));
    return { body: { results: scopes.slice(start, start + 2), total: scopes.length, start, limit: 2 } };
  });
});

afterEach(() => {
  useToasts.setState({ toasts: [] });
  clearClaims();
  vi.unstubAllGlobals();
});

const show = (at: string) =>
  renderScreen(
    [{ path: '/cms-admin/*', Component: () => <main>{<AdminScreen />}</main> }],
    `/cms-admin/${at}`,
  );

it.each([
  [false, ['club', 'editor Built in'], '2 in all'],
  [true, ['club', 'crm:read Built in', 'editor Built in'], '3 in all'],
])('lists the scopes that the site has a use for (customer relationships: %s)', async (has, names, total) => {
  hasCRM = has;
  show('scopes');
  await screen.findByText(total);
  expect([...document.querySelectorAll('[data-row-link]')].map((link) => link.textContent?.trim())).toEqual(
    names,
  );
});

it('leads to those who hold one, and offers to delete only what is not built in', async () => {
  const { user } = show('scopes');
  const link = await screen.findByRole('link', { name: '2 users' });
  expect(link.getAttribute('href')).toBe('/cms-admin/users?scope=club');
  await user.click(screen.getByRole('button', { name: 'More actions: editor' }));
  const menu = (await screen.findAllByRole('menuitem', { hidden: true })).map((item) => item.textContent);
  expect(menu).toEqual(['Edit']);
});

it('keeps the name of one that is built in', async () => {
  show('scopes/editor');
  expect(await screen.findByLabelText('Name')).toHaveProperty('readOnly', true);
});

it('says what a change does to those who hold it, before it is saved', async () => {
  const { user } = show('scopes/club');
  await user.click(await screen.findByLabelText(/Requires a second factor/));
  expect(screen.getByText(/2 users who hold it will have to set up a second factor/)).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'circle' } });
  expect(
    screen.getByText(/the 2 users who hold it will be logged out.*stay restricted under its new name/),
  ).toBeTruthy();
  expect(await accessibilityFaults()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(calls.some(({ method }) => method === 'PUT')).toBe(true));
  expect(calls.find(({ method }) => method === 'PUT')).toMatchObject({
    path: '/auth/scopes/club',
    body: { name: 'circle', description: '', requiresSecondFactor: true },
  });
});

it('leaves one that a super holds to those who hold super', async () => {
  const { user, unmount } = show('scopes/board');
  expect(await screen.findByLabelText('Name')).toHaveProperty('readOnly', true);
  expect(screen.getByText(/only super users can change its name/)).toBeTruthy();
  await user.click(screen.getByLabelText(/Requires a second factor/));
  expect(screen.getByText(/only super users can make it require/)).toBeTruthy();
  unmount();
  storeClaims(claimsWith('super'));
  show('scopes/board');
  expect(await screen.findByLabelText('Name')).toHaveProperty('readOnly', false);
});

it('says what stays hidden when one is deleted', async () => {
  const { user } = show('scopes');
  await user.click(await screen.findByRole('button', { name: 'More actions: club' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete', hidden: true }));
  await screen.findByText(/^“club” was deleted. Pages restricted to this scope stay hidden/);
});

it('refuses a name that no token could carry', async () => {
  const { user } = show('scopes/new');
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'The Club' } });
  await user.click(screen.getByRole('button', { name: 'Create scope' }));
  expect(within(document.body).getByText(/Use lowercase letters/)).toBeTruthy();
  expect(calls.some(({ method }) => method === 'POST')).toBe(false);
});
