import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { UserRecord } from '../../api/users.ts';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { answerCalls, type Call, claimsWith, renderScreen } from '../../testing/screen.tsx';
import { useToasts } from '../../ui/toast.ts';
import { AdminScreen } from '../admin-screen.tsx';
import './resource.tsx';
import { newService, read, type Service } from './testing.ts';

let service: Service;
let calls: Call[];
let onWrite: (call: Call) => { status?: number; body?: unknown };

beforeEach(() => {
  storeClaims({ ...claimsWith('admin'), user: '1' });
  service = newService();
  onWrite = () => ({ status: 204 });
  calls = answerCalls((call) => (call.method === 'GET' ? read(service, call) : onWrite(call)));
});

afterEach(() => {
  useToasts.setState({ toasts: [] });
  clearClaims();
  vi.unstubAllGlobals();
});

const show = (at = 'users') =>
  renderScreen(
    [{ path: '/cms-admin/*', Component: () => <main>{<AdminScreen />}</main> }],
    `/cms-admin/${at}`,
  );

/** As the service does it: each change is a version. */
function setState({ path, body }: Pick<Call, 'path' | 'body'>) {
  const { users } = service;
  const found = users.findIndex(({ id }) => path === `/auth/users/${id}`);
  const before = users[found] as UserRecord;
  const user = { ...before, ...(body as object), version: before.version + 1 };
  service.users = users.with(found, user);
  return { body: user };
}

const sent = (method: string) => calls.filter((call) => call.method === method);

async function menuOf(user: ReturnType<typeof show>['user'], name: string) {
  await user.click(await screen.findByRole('button', { name: `More actions: ${name}` }));
  // Without a layout, the button counts as scrolled out of view, and its menu is not shown.
  return (await screen.findAllByRole('menuitem', { hidden: true })).map((item) => item.textContent);
}

describe('the list', () => {
  it('says how each stands, without scopes of an area that the site does not have', async () => {
    show();
    await screen.findByText('editor', { selector: 'table *' });
    const rows = screen.getAllByRole('row');
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringContaining('Name'),
      expect.stringMatching(/^Me Example.*adminActive/),
      expect.stringMatching(/^Ada Example.*editorActive/),
      expect.stringMatching(/^Sue Example.*superActive/),
      expect.stringMatching(/^Ned Example.*MemberNot invitedNever/),
    ]);
    expect(within(screen.getByLabelText('Scope')).queryByText('crm:read')).toBeNull();
  });

  it('takes nobody for a member who holds scopes that the site has no use for', async () => {
    service.users = service.users.map((user) => (user.id === '2' ? { ...user, scopes: ['crm:read'] } : user));
    show();
    await screen.findByText('None in use');
    expect(screen.getAllByText('Member')).toHaveLength(1);
  });

  it('asks for those of a scope and a state', async () => {
    show('users?scope=editor&state=disabled');
    await screen.findByText('Ada Example');
    const asked = calls.find(({ path }) => path === '/auth/users')?.query;
    expect([asked?.get('scope'), asked?.get('state')]).toEqual(['editor', 'disabled']);
  });

  it.each([
    ['Ada Example', ['Edit', 'Disable', 'Delete']],
    ['Sue Example', ['Open']],
    ['Me Example', ['Edit']],
  ])('offers what may be done with %s', async (name, offers) => {
    const { user } = show();
    expect(await menuOf(user, name)).toEqual(offers);
    expect(screen.getAllByLabelText('Only a super user can change this account')).toHaveLength(1);
  });

  it('disables at once, and Undo enables, each on the condition that nobody else has changed the account', async () => {
    onWrite = setState;
    const { user } = show();
    await menuOf(user, 'Ada Example');
    await user.click(screen.getByRole('menuitem', { name: 'Disable', hidden: true }));
    await screen.findByText('Ada Example is disabled and logged out everywhere.');
    await within(await screen.findByRole('table')).findByText('Disabled');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(sent('PUT').map(({ headers, body }) => [headers.get('If-Match'), body])).toEqual([
        ['"2"', { state: 'disabled' }],
        ['"3"', { state: 'active' }],
      ]),
    );
    await waitFor(() => expect(within(screen.getByRole('table')).queryByText('Disabled')).toBeNull());
  });

  it('says that somebody else was faster, and shows the account as it is now', async () => {
    onWrite = () => {
      setState({ path: '/auth/users/2', body: { state: 'disabled' } });
      return { status: 412, body: { code: 'precondition_failed', detail: 'It has been changed meanwhile.' } };
    };
    const { user } = show();
    await menuOf(user, 'Ada Example');
    await user.click(screen.getByRole('menuitem', { name: 'Disable', hidden: true }));
    await screen.findByText('It has been changed meanwhile.');
    await within(await screen.findByRole('table')).findByText('Disabled');
  });

  it('disables several at once, but oneself and who may not be, and Undo enables those', async () => {
    onWrite = setState;
    const { user } = show();
    for (const name of ['Me', 'Ada', 'Sue', 'Ned'])
      await user.click(await screen.findByLabelText(`Select ${name} Example`));
    expect(screen.getByRole('button', { name: 'Enable' })).toHaveProperty('disabled', true);
    await user.click(screen.getByRole('button', { name: 'Disable 2 of them' }));
    await screen.findByText('2 users are disabled and logged out everywhere.');
    expect(sent('PUT').map(({ path }) => path)).toEqual(['/auth/users/2', '/auth/users/4']);
    // Those that it was not done with stay chosen.
    await screen.findByText('2 selected');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(service.users.every(({ state }) => state === 'active')).toBe(true));
    expect(sent('PUT').map(({ headers }) => headers.get('If-Match'))).toEqual(['"2"', '"2"', '"3"', '"3"']);
  });

  it('keeps those chosen that are refused, as they are now', async () => {
    onWrite = (call) =>
      call.path === '/auth/users/4' && call.headers.get('If-Match') === '"2"'
        ? { status: 412, body: { code: 'precondition_failed', detail: 'It has been changed meanwhile.' } }
        : setState(call);
    const { user } = show();
    for (const name of ['Ada', 'Ned'])
      await user.click(await screen.findByLabelText(`Select ${name} Example`));
    service.users = service.users.map((one) => (one.id === '4' ? { ...one, version: 9 } : one));
    await user.click(screen.getByRole('button', { name: 'Disable' }));
    await screen.findByText('It has been changed meanwhile.');
    await screen.findByText('1 selected');
    await user.click(screen.getByRole('button', { name: 'Disable' }));
    await waitFor(() => expect(sent('PUT').at(-1)?.headers.get('If-Match')).toBe('"9"'));
  });

  it('turns registration on, on the condition that nobody else has', async () => {
    onWrite = ({ body }) => {
      service.config = [{ id: 'c1', key: 'allowRegistration', version: 6, ...(body as object) }];
      return { body: service.config[0] };
    };
    const { user } = show();
    const toggle = await screen.findByRole('switch', { name: /Visitors may register/ });
    await waitFor(() => expect(toggle).toHaveProperty('disabled', false));
    await user.click(toggle);
    await waitFor(() => expect(toggle).toHaveProperty('checked', true));
    const put = sent('PUT')[0];
    expect([put?.path, put?.headers.get('If-Match'), put?.body]).toEqual([
      '/cms/config/c1',
      '"5"',
      { value: true },
    ]);
  });

  it('says where invitations lie when there is no mail server, and nothing when there is', async () => {
    const { unmount } = show();
    expect((await screen.findByRole('link', { name: 'Emails' })).getAttribute('href')).toBe(
      '/cms-admin/emails',
    );
    unmount();
    service.site.hasMail = true;
    show();
    await screen.findByText('Ada Example');
    expect(screen.queryByText(/No mail server/)).toBeNull();
  });
});
