import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clearClaims, storeClaims } from '../session/session-store.ts';
import { answerCalls, type Call, claimsWith, renderScreen } from '../testing/screen.tsx';
import { AdminScreen, adminLoader } from './admin-screen.tsx';
import { AdminShell } from './admin-shell.tsx';

let calls: Call[];

beforeEach(() => {
  storeClaims(claimsWith('editor'));
  calls = answerCalls(({ path, method, body }) => {
    if (path === '/cms/site') return { body: { hasEcom: false, hasCRM: false } };
    if (method !== 'GET') return { body: { id: '7', version: 1, ...(body as object) } };
    return { body: { results: [], total: 0, start: 0, limit: 10 } };
  });
});

afterEach(() => {
  clearClaims();
  vi.unstubAllGlobals();
});

const routes = [
  { path: '/cms-login', Component: () => <p>The login</p> },
  { path: '/cms-admin', Component: AdminShell, children: [{ path: '*', Component: AdminScreen }] },
];
const show = () => renderScreen(routes, '/cms-admin/url-maps/new');
const from = () => screen.findByLabelText<HTMLInputElement>('From');

it('leads to the login once the session has ended elsewhere', async () => {
  show();
  await from();
  clearClaims();
  await screen.findByText('The login');
});

it('asks first where something is not saved, which outlives a new login', async () => {
  const { user } = show();
  await user.type(await from(), '/old');
  clearClaims();
  await user.click(await screen.findByRole('button', { name: 'Stay' }));
  expect((await from()).value).toBe('/old');
  storeClaims(claimsWith('editor'));
  await user.type(screen.getByLabelText('To'), '/');
  await user.click(screen.getByRole('button', { name: 'Create redirect' }));
  await waitFor(() =>
    expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({ source: '/old' }),
  );
});

it('keeps nothing of it for somebody else', async () => {
  const { user } = show();
  await user.type(await from(), '/old');
  clearClaims();
  await user.click(await screen.findByRole('button', { name: 'Stay' }));
  storeClaims({ ...claimsWith('editor'), user: 'another' });
  await waitFor(async () => expect((await from()).value).toBe(''));
  await screen.findByText(/What the previous user had not saved was discarded/);
});

it('says nothing of it where nothing was typed', async () => {
  const { user } = show();
  await user.type(await from(), '/old');
  await user.clear(await from());
  storeClaims({ ...claimsWith('editor'), user: 'another' });
  await from();
  expect(screen.queryByText(/was discarded/)).toBeNull();
});

it('leads from an address without its end to the screen that it is of', async () => {
  const screens = [{ path: '*', Component: AdminScreen, loader: adminLoader }];
  const { router } = renderScreen(screens, '/cms-admin/blog');
  await screen.findByRole('heading', { name: 'Blog' });
  expect(router.state.location.pathname).toBe('/cms-admin/blog/categories');
});

it('says that nothing is at an address of which no screen is', async () => {
  const screens = [{ path: '*', Component: AdminScreen, loader: adminLoader }];
  renderScreen(screens, '/cms-admin/blo');
  await screen.findByRole('heading', { name: 'Page Not Found' });
});
