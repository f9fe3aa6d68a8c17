import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { aFile, aFolder } from '../../media/testing.ts';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { answerCalls, type Call, claimsWith, renderScreen } from '../../testing/screen.tsx';
import { useToasts } from '../../ui/toast.ts';
import { AdminScreen } from '../admin-screen.tsx';
import { AdminShell } from '../admin-shell.tsx';
import { email } from '../emails/testing.tsx';
import { entries, loadScreen } from '../resources.ts';

const JOB = {
  id: 'j1',
  name: 'links.check',
  state: 'running',
  progress: 0.4,
  message: '4 of 10 pages',
  createdBy: null,
  isCancellable: true,
  createdAt: '2026-11-01T10:00:00Z',
  finishedAt: null,
  dismissedAt: null,
};

let calls: Call[];
let hasEcom: boolean;
/** The status with which calls are refused, by their path. */
let refused: Record<string, number>;
/** What the answers of searches wait for. */
let held: Promise<void> | undefined;
/** What is answered in the place of the settings. */
let config: unknown;

const CONFIG = ['contactAddress', 'captchaProvider', 'captchaSiteKey', 'hasEcom', 'siteName'].map((key) => ({
  id: `id-${key}`,
  key,
  value: '',
  isSecret: false,
  isSet: false,
  version: 1,
}));
const ORDER = {
  id: 'o1',
  reference: 'W-1042',
  contactName: 'Ada Lovelace',
  state: 'paid',
  paymentState: 'paid',
  createdAt: '2026-11-01T10:00:00Z',
};

// The palette's offers are those of all screens: to load them anew takes longer than a test waits for them.
beforeAll(() => Promise.all(entries.map(loadScreen)));

beforeEach(() => {
  storeClaims(claimsWith('admin'));
  hasEcom = false;
  refused = {};
  held = undefined;
  config = CONFIG;
  calls = answerCalls(async ({ method, path, query }) => {
    if (query.has('q')) await held;
    const status = refused[`${method} ${path}`];
    if (status) return { status, body: { title: 'No', detail: 'A backup is running already.' } };
    if (path === '/cms/site') return { body: { hasEcom, hasCRM: false } };
    if (path === '/cms/config') return { body: config };
    if (path === '/cms/emails/0198') return { body: { ...email, state: 'failed' } };
    if (path === '/client/jobs') return { body: { results: [JOB], total: 1, start: 0, limit: 10 } };
    if (path === '/cms/file-entities') {
      const isAsked = query.get('q') === 'logo';
      const files = isAsked ? [aFile('f1', { name: 'logo.png', bucketName: 'brand/print' })] : [];
      const folders = isAsked ? [aFolder('brand/logos')] : [];
      return { body: { files, folders, folder: null, total: files.length, start: 0, limit: 5 } };
    }
    if (path === '/ecom/orders' && query.get('q') === '1042') return { body: { results: [ORDER], total: 1 } };
    const isPages = path === '/client/pages' && query.get('q') === 'prices';
    const results = isPages ? [{ id: '7', title: 'Prices and times', url: '/prices' }] : [];
    return { body: { results, total: results.length } };
  });
});

afterEach(() => {
  clearClaims();
  useToasts.setState({ toasts: [] });
  vi.unstubAllGlobals();
});

const show = (at = '/cms-admin/pages', Screen: ComponentType = () => <p>Here</p>) =>
  renderScreen(
    ['/cms-admin', '/cms-ecom'].map((path) => ({
      path,
      Component: AdminShell,
      children: [{ path: '*', Component: Screen }],
    })),
    at,
  );

async function open(at?: string, link = 'Pages') {
  const shown = show(at);
  await screen.findByRole('link', { name: link });
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  const field = await screen.findByRole('textbox', { name: 'Search screens, actions and records' });
  // It has the keyboard by itself, and takes words that are pasted: on a busy machine there may be a pause between two keys.
  await waitFor(() => expect(document.activeElement).toBe(field));
  return { ...shown, field };
}
/** The lists that were searched for some words, or for any. */
const asked = (words?: string) =>
  calls.filter(({ query }) => (words ? query.get('q') === words : query.has('q'))).map(({ path }) => path);
const options = () => screen.getAllByRole('option').map((option) => option.textContent);

const marked = () => document.querySelector('[role="option"][data-combobox-selected]')?.textContent;

it('opens by its key and goes to the screen that is marked', async () => {
  const { user, router, field } = await open();
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
  const { user } = await open();
  await user.paste('prices');
  const found = await screen.findByRole('option', { name: 'Prices and times /prices' });
  expect(within(found.parentElement as HTMLElement).getByText('Pages')).toBeTruthy();
  expect(asked('prices')).toEqual(
    expect.arrayContaining(['/client/pages', '/auth/users', '/client/templates']),
  );
  await user.paste('x');
  await screen.findByText('Nothing found for “pricesx”');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('leaves what was found in its place while more is typed, until that is answered', async () => {
  const { user, router, field } = await open();
  await user.paste('prices');
  const found = await screen.findByRole('option', { name: 'Prices and times /prices' });
  let answer = () => {};
  held = new Promise((resolve) => {
    answer = () => resolve();
  });
  await user.paste(' and');
  await waitFor(() => expect(asked('prices and')).toContain('/client/pages'));
  expect(screen.getByRole('option', { name: 'Prices and times /prices' })).toBe(found);
  answer();
  await screen.findByText('Nothing found for “prices and”');
  held = new Promise(() => {});
  await user.clear(field);
  await user.paste('other');
  await waitFor(() => expect(asked('other')).toContain('/client/pages'));
  // Not for other words.
  expect(screen.queryByRole('option')).toBeNull();
  expect(router.state.location.pathname).toBe('/cms-admin/pages');
});

it('offers what is open to whoever asks', async () => {
  storeClaims(claimsWith('editor'));
  const { user } = await open();
  await user.paste('users');
  await screen.findByText('Nothing found for “users”');
  expect(calls.map(({ path }) => path)).not.toContain('/auth/users');
});

/** A choice, once what it belongs to is loaded. */
const choice = (name: string) => screen.findByRole('option', { name });

it('finds files and folders of the library, each where it is', async () => {
  const { user, router } = await open();
  await user.paste('logo');
  await choice('logos brand');
  await user.click(await choice('logo.png brand/print'));
  await waitFor(() => expect(router.state.location.pathname).toBe('/cms-admin/files'));
  const place = new URLSearchParams(router.state.location.search);
  expect([place.get('folder'), place.get('file')]).toEqual(['brand/print', 'f1']);
});

it('finds settings by their labels and by what they are about, and leads to their field', async () => {
  const { user, router, field } = await open();
  await user.paste('spam');
  await choice('Captcha provider Spam protection');
  // Shown by the form only where there is a provider.
  expect(options().join()).not.toContain('Site key');
  await user.clear(field);
  await user.paste('contact addr');
  await user.click(await choice('Contact address Emails from visitors'));
  await waitFor(() => expect(router.state.location.hash).toBe('#contactAddress'));
  expect(router.state.location.pathname).toBe('/cms-admin/config');
});

it('finds the settings of the site by their names and by their cards', async () => {
  const { user, router, field } = await open();
  await user.paste('colours');
  await choice('Accent Colours');
  await choice('Light or dark Colours');
  await user.clear(field);
  await user.paste('time zone');
  await user.click(await choice('Time zone Site'));
  await waitFor(() => expect(router.state.location.hash).toBe('#timezone'));
  expect(router.state.location.pathname).toBe('/cms-admin/site');
});

it('finds orders and settings of the shop for those who work there, and nothing else for them', async () => {
  hasEcom = true;
  storeClaims(claimsWith('ecom:read'));
  const { user, router } = await open('/cms-ecom/orders', 'Orders');
  await user.paste('1042');
  await user.click(await choice('W-1042 Ada Lovelace · Paid'));
  await waitFor(() => expect(router.state.location.pathname).toBe('/cms-ecom/orders/o1'));
  expect(new Set(asked())).toEqual(new Set(['/ecom/orders', '/ecom/product-groups']));
});

it.each([
  ['create backup', 'Create backup', '/cms/backups', '/cms-admin/backups'],
  ['check links', 'Check all links', '/client/links/checks', '/cms-admin/link-checker'],
])('does at once what a screen offers: %s', async (words, name, path, address) => {
  const { user, router } = await open();
  await user.paste(words);
  await user.click(await choice(name));
  await waitFor(() => expect(router.state.location.pathname).toBe(address));
  await waitFor(() => expect(calls.map((call) => `${call.method} ${call.path}`)).toContain(`POST ${path}`));
});

it('does with the record whose screen is open what its menu in the list does', async () => {
  const { user } = await open('/cms-admin/emails/0198');
  const again = await choice(`Send again ${email.subject}`);
  expect(within(again.parentElement as HTMLElement).getByText('This email')).toBeTruthy();
  // Whoever presses Enter at once has sent nothing.
  expect(options()[0]).toBe(`Send again${email.subject}`);
  await waitFor(() => expect(marked()).toBe('Dashboard'));
  expect(await accessibilityFaults()).toEqual([]);
  await user.paste('send again');
  await waitFor(() => expect(marked()).toBe(`Send again${email.subject}`));
  await user.keyboard('{Enter}');
  await waitFor(() =>
    expect(calls.map((call) => `${call.method} ${call.path}`)).toContain('POST /cms/emails/0198/sending'),
  );
});

it('does with a row of a list that had the keyboard what its menu does, and with no other', async () => {
  const { user } = show('/cms-admin/jobs', AdminScreen);
  const menu = await screen.findByRole('button', { name: /^More actions/ });
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  await choice('New page');
  expect(screen.queryByText('This job')).toBeNull();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  menu.focus();
  fireEvent.keyDown(menu, { key: 'k', ctrlKey: true });
  await user.click(await screen.findByRole('option', { name: /^Cancel/ }));
  await waitFor(() => expect(calls.filter(({ method }) => method !== 'GET')).toHaveLength(1));
  expect(calls.find(({ method }) => method !== 'GET')?.path).toMatch(/^\/client\/jobs\/j1/);
});

it('says why something was not done', async () => {
  refused = { 'POST /cms/backups': 409 };
  const { user } = await open();
  await user.paste('create backup');
  await user.click(await choice('Create backup'));
  await waitFor(() =>
    expect(useToasts.getState().toasts.map(({ message }) => message)).toEqual([
      'A backup is running already.',
    ]),
  );
});

it('leads to the form of an invitation', async () => {
  const { user, router } = await open();
  await user.paste('invite');
  await user.click(await choice('Invite a person'));
  await waitFor(() => expect(router.state.location.pathname).toBe('/cms-admin/users/new'));
});

it('offers nobody what they may not do', async () => {
  storeClaims(claimsWith('editor'));
  await open();
  await choice('Check all links');
  await choice('New page');
  expect(options()).not.toContain('Create backup');
  expect(options()).not.toContain('Invite a person');
});

it('says what could not be searched, shows the rest, and searches again', async () => {
  refused = { 'GET /cms/file-entities': 503 };
  const { user } = await open();
  await user.paste('prices');
  await choice('Prices and times /prices');
  await screen.findByText('Could not search: Files');
  expect(await accessibilityFaults()).toEqual([]);
  refused = {};
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText('Could not search: Files')).toBeNull());
});

it('goes on without what answers in a way that it cannot read', async () => {
  config = { settings: [] };
  const { user } = await open();
  await user.paste('prices');
  await choice('Prices and times /prices');
  await screen.findByText('Could not search: Configuration');
  config = CONFIG;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText('Could not search: Configuration')).toBeNull());
});

it('searches when somebody has stopped typing, once', async () => {
  const { user } = await open();
  await choice('New page');
  await user.paste('prices');
  await choice('Prices and times /prices');
  expect(calls.filter(({ path, query }) => path === '/client/pages' && query.has('q'))).toHaveLength(1);
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
