import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { AuditEntryOut } from '../../api/generated/index.ts';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { answerCalls, type Call, claimsWith, renderScreen } from '../../testing/screen.tsx';
import { AdminScreen } from '../admin-screen.tsx';
import './resource.tsx';

const entryOf = (changes: Partial<AuditEntryOut>): AuditEntryOut => ({
  id: '1',
  at: '2026-01-02T00:00:00Z',
  action: 'user.scopes_changed',
  actorId: 'u1',
  actorName: 'Ada Lovelace',
  address: '192.0.2.1',
  subjectType: 'user',
  subjectId: 'u2',
  subjectName: 'Bob Babbage',
  details: {},
  ...changes,
});

let entries: AuditEntryOut[];
let pages: AuditEntryOut[];
let away: string | undefined;
let calls: Call[];

beforeEach(() => {
  storeClaims(claimsWith('admin'));
  entries = [
    entryOf({ details: { given: ['editor'], taken: [] } }),
    entryOf({ id: '2', action: 'login', subjectId: 'u1', subjectName: 'Ada Lovelace' }),
    entryOf({ id: '3', action: 'reset.requested', actorId: null, actorName: null, address: null }),
    entryOf({ id: '4', action: 'scope.created', subjectType: 'scope', subjectId: 's', subjectName: 'club' }),
    entryOf({
      id: '5',
      action: 'scope.deleted',
      subjectType: 'scope',
      subjectId: 't',
      subjectName: 'society',
    }),
    entryOf({
      id: '6',
      action: 'profile_data.created',
      subjectType: 'person',
      subjectId: 'p',
      subjectName: 'Grace Hopper',
    }),
  ];
  // The latest first.
  entries = entries.map((each, index) => ({ ...each, at: `2026-01-02T00:00:0${9 - index}Z` }));
  pages = [];
  away = undefined;
  calls = answerCalls(({ path }) => {
    if (path === away) return { status: 502, body: { title: 'Bad Gateway' } };
    if (path === '/cms/site') return { body: { hasEcom: false, hasCRM: false } };
    if (path === '/auth/users/u2')
      return { body: { id: 'u2', person: { firstName: 'Bob', lastName: 'Babbage' }, scopes: [] } };
    if (path.endsWith('/audit-log')) {
      const results = path.startsWith('/auth') ? entries : path.startsWith('/client') ? pages : [];
      return { body: { results, total: results.length, start: 0, limit: 10 } };
    }
    return { status: 404, body: { code: 'user_not_found', title: 'Page Not Found', errors: [] } };
  });
});

afterEach(() => {
  clearClaims();
  vi.unstubAllGlobals();
});

const show = (at = 'audit-log') =>
  renderScreen(
    [{ path: '/cms-admin/*', Component: () => <main>{<AdminScreen />}</main> }],
    `/cms-admin/${at}`,
  );

const asked = () =>
  calls
    .filter(({ path }) => path === '/auth/audit-log')
    .map(({ query }) => [query.get('action'), query.get('user-id')])
    .at(-1);

it('tells in words what was done, by whom and to whom', async () => {
  show();
  await screen.findByText('given: editor');
  const rows = screen.getAllByRole('row').slice(1);
  const cells = rows.map((row) =>
    [...row.querySelectorAll('td')].slice(0, 4).map((cell) => cell.textContent),
  );
  expect(cells).toEqual([
    ['Scopes changedgiven: editor', 'Bob Babbage', 'Ada Lovelace', '192.0.2.1'],
    ['Logged in', 'Themselves', 'Ada Lovelace', '192.0.2.1'],
    ['Password reset requested', 'Bob Babbage', 'Not logged in', '–'],
    ['Scope created', 'club', 'Ada Lovelace', '192.0.2.1'],
    ['Scope deleted', 'society', 'Ada Lovelace', '192.0.2.1'],
    ['Profile filled in', 'Grace Hopper (Person)', 'Ada Lovelace', '192.0.2.1'],
  ]);
  expect(screen.getByRole('link', { name: 'club' }).getAttribute('href')).toBe('/cms-admin/scopes/s');
  expect(screen.getByRole('link', { name: 'Grace Hopper' }).getAttribute('href')).toBe('/cms-admin/people/p');
  // What is gone leads to what was done to it.
  const gone = screen.getByRole('link', { name: 'society' }).getAttribute('href');
  expect(gone).toBe('/cms-admin/audit-log?subjectId=t');
  expect(await accessibilityFaults()).toEqual([]);
});

it('is narrowed down by what was done, and by a name in it', async () => {
  const { user } = show();
  await user.click((await screen.findAllByRole('link', { name: 'Bob Babbage' }))[0] as HTMLElement);
  await waitFor(() => expect(asked()).toEqual([null, 'u2']));
  await user.selectOptions(screen.getByLabelText('What was done'), 'Logged in');
  await waitFor(() => expect(asked()).toEqual(['login', 'u2']));
  expect((await screen.findByText('Bob Babbage', { selector: 'strong' })).parentElement?.textContent).toBe(
    'By or to Bob Babbage',
  );
  await user.click(screen.getByRole('button', { name: 'Remove the filter: By or to' }));
  await waitFor(() => expect(asked()).toEqual(['login', null]));
});

it('knows no name of a deleted account', async () => {
  show('audit-log?userId=gone');
  await screen.findByText('a deleted account');
});

it('joins the logs of all services that the site has, and leads to the records', async () => {
  const edited = { action: 'page.edited', subjectType: 'page', subjectId: 'p1', subjectName: 'Prices' };
  pages = [
    entryOf({ id: '9', at: '2026-01-03T00:00:00Z', ...edited, details: { changes: 3 } }),
    entryOf({ id: '8', at: '2026-01-01T00:00:00Z', ...edited, action: 'page.deleted' }),
    entryOf({
      id: '7',
      at: '2025-01-01T00:00:00Z',
      ...edited,
      action: 'thing.exploded',
      subjectType: 'thing',
    }),
  ];
  show();
  await screen.findByText('changes: 3');
  const told = screen.getAllByRole('row').map((row) => row.querySelector('strong')?.textContent);
  expect([told[1], told.at(-2), told.at(-1)]).toEqual(['Page edited', 'Page deleted', 'thing.exploded']);
  const links = screen.getAllByRole('link', { name: 'Prices' }).map((link) => link.getAttribute('href'));
  expect(links).toEqual([
    '/cms-admin/pages/p1',
    '/cms-admin/audit-log?subjectId=p1',
    '/cms-admin/audit-log?subjectId=p1',
  ]);
  const asked = new Set(calls.filter(({ path }) => path.endsWith('/audit-log')).map(({ path }) => path));
  expect([...asked].sort()).toEqual(['/auth/audit-log', '/client/audit-log', '/cms/audit-log']);
});

it('says which service is away and shows what the others have', async () => {
  away = '/client/audit-log';
  show();
  await screen.findByText('“Pages” is not answering. Its data is missing here.');
  await screen.findByText('given: editor');
  expect(await accessibilityFaults()).toEqual([]);
});

it('shows what there is while the service that knows the areas is away', async () => {
  away = '/cms/site';
  show();
  await screen.findByText('given: editor');
});

it('asks one service alone where it is chosen, and offers what is done there', async () => {
  const { user } = show('audit-log?service=auth&since=2026-01-01&q=bob');
  await screen.findByText('given: editor');
  const [call, ...others] = calls.filter(({ path }) => path.endsWith('/audit-log'));
  expect([call?.path, call?.query.get('since'), call?.query.get('q'), others]).toEqual([
    '/auth/audit-log',
    '2026-01-01',
    'bob',
    [],
  ]);
  const options = () => [...screen.getByLabelText<HTMLSelectElement>('What was done').options];
  expect(options().map(({ value }) => value)).not.toContain('page.edited');
  await user.selectOptions(screen.getByLabelText('Kind of record'), 'Scope');
  expect(options().map(({ value }) => value)).toEqual([
    '',
    'scope.updated',
    'scope.created',
    'scope.deleted',
  ]);
});

it('is not for those who may not read it', async () => {
  storeClaims(claimsWith('editor'));
  show();
  await screen.findByText('You cannot open this');
  expect(calls.filter(({ path }) => path.endsWith('/audit-log'))).toEqual([]);
});

it('has no screen for an entry, and none for a new one', async () => {
  show('audit-log/1');
  await screen.findByText('There is no screen at this address');
});
