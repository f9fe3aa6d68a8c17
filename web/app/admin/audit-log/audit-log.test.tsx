import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { AuditRecord } from '../../api/audit-log.ts';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { answerCalls, type Call, claimsWith, renderScreen } from '../../testing/screen.tsx';
import { AdminScreen } from '../admin-screen.tsx';
import './resource.tsx';

const entryOf = (changes: Partial<AuditRecord>): AuditRecord => ({
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

let entries: AuditRecord[];
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
  calls = answerCalls(({ path }) => {
    if (path === '/auth/users/u2')
      return { body: { id: 'u2', person: { firstName: 'Bob', lastName: 'Babbage' }, scopes: [] } };
    if (path === '/auth/audit-log') return { body: { results: entries, total: 4, start: 0, limit: 10 } };
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
    .map(({ query }) => [query.get('action'), query.get('userId')])
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
    ['Password reset asked for', 'Bob Babbage', 'Not logged in', '–'],
    ['Scope created', 'club', 'Ada Lovelace', '192.0.2.1'],
    ['Scope deleted', 'society', 'Ada Lovelace', '192.0.2.1'],
    ['Profile filled in', 'Grace Hopper (person)', 'Ada Lovelace', '192.0.2.1'],
  ]);
  expect(screen.getByRole('link', { name: 'club' }).getAttribute('href')).toBe('/cms-admin/scopes/s');
  expect(screen.getByRole('link', { name: 'Grace Hopper' }).getAttribute('href')).toBe('/cms-admin/people/p');
  expect(screen.queryByRole('link', { name: 'society' })).toBeNull();
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

it('has no screen for an entry, and none for a new one', async () => {
  show('audit-log/1');
  await screen.findByText('There is no screen at this address');
});
