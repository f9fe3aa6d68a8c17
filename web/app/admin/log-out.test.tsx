import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { cancelUpload, setServer, upload } from '../media/uploads/queue.ts';
import { useUploads } from '../media/uploads/uploads.ts';
import { clearClaims, storeClaims } from '../session/session-store.ts';
import { answerCalls, type Call, claimsWith, renderScreen } from '../testing/screen.tsx';
import { AdminScreen } from './admin-screen.tsx';
import { AdminShell } from './admin-shell.tsx';

let calls: Call[];
const assign = vi.fn();

beforeEach(() => {
  assign.mockReset();
  vi.stubGlobal('location', { ...window.location, assign });
  storeClaims(claimsWith('editor'));
  calls = answerCalls(({ path, method }) => {
    if (path === '/cms/site') return { body: { hasEcom: false, hasCRM: false } };
    return method === 'DELETE' ? { status: 204 } : { body: { results: [], total: 0, start: 0, limit: 10 } };
  });
});

afterEach(() => {
  clearClaims();
  vi.unstubAllGlobals();
});

const routes = [
  { path: '/cms-admin', Component: AdminShell, children: [{ path: '*', Component: AdminScreen }] },
];
const show = () => renderScreen(routes, '/cms-admin/url-maps/new');
const from = () => screen.findByLabelText<HTMLInputElement>('From');
const hasEnded = () => calls.some(({ method, path }) => method === 'DELETE' && path === '/auth/tokens');

it('asks first where something is not saved', async () => {
  const { user } = show();
  await user.type(await from(), '/old');
  await user.click(screen.getByRole('button', { name: 'Log out' }));
  await user.click(await screen.findByRole('button', { name: 'Stay' }));
  expect((await from()).value).toBe('/old');
  expect(hasEnded()).toBe(false);
});

it('asks the same of who logs out by the palette', async () => {
  const { user } = show();
  await user.type(await from(), '/old');
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('textbox', { name: /^Search screens/ }), 'log out');
  await user.click(await screen.findByRole('option', { name: /Log out/ }));
  await user.click(await screen.findByRole('button', { name: 'Stay' }));
  expect((await from()).value).toBe('/old');
  expect(hasEnded()).toBe(false);
});

it('asks once, however often it is pressed', async () => {
  const { user } = show();
  await user.type(await from(), '/old');
  await user.dblClick(screen.getByRole('button', { name: 'Log out' }));
  await user.click(await screen.findByRole('button', { name: 'Stay' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect((await from()).value).toBe('/old');
  expect(hasEnded()).toBe(false);
});

it('asks where a file is being uploaded', async () => {
  const restore = setServer({ sendFile: () => new Promise(() => undefined), giveUp: async () => undefined });
  const { user } = show();
  await from();
  void upload([{ file: new File(['x'], 'a.jpg'), folder: '' }], '');
  await user.click(screen.getByRole('button', { name: 'Log out' }));
  expect(await screen.findByRole('dialog', { name: 'Upload under way' })).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Stay' }));
  expect(hasEnded()).toBe(false);
  // What was typed counts more.
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.type(await from(), '/old');
  await user.click(screen.getByRole('button', { name: 'Log out' }));
  expect(await screen.findByRole('dialog', { name: 'Unsaved changes' })).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Stay' }));
  expect(hasEnded()).toBe(false);
  for (const { id } of useUploads.getState().uploads) cancelUpload(id);
  restore();
});

it('asks nobody with nothing to lose', async () => {
  const { user } = show();
  await from();
  await user.click(screen.getByRole('button', { name: 'Log out' }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/cms-login'));
  expect(hasEnded()).toBe(true);
});

it('logs out who leaves all the same, whom the browser does not ask again', async () => {
  const { user } = show();
  await user.type(await from(), '/old');
  expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Log out' }));
  await user.click(await screen.findByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/cms-login'));
  expect(hasEnded()).toBe(true);
  expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(true);
});
