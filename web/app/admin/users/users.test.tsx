import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { UserRecord } from '../../api/users.ts';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { answerCalls, type Call, claimsWith, renderScreen } from '../../testing/screen.tsx';
import { useToasts } from '../../ui/toast.ts';
import { AdminScreen } from '../admin-screen.tsx';

const when = '2026-01-02T00:00:00Z';

function userOf(id: string, firstName: string, changes: Partial<UserRecord> = {}): UserRecord {
  const dates = { createdAt: when, updatedAt: when, version: 2 };
  return {
    id,
    personId: `p${id}`,
    person: {
      id: `p${id}`,
      firstName,
      lastName: 'Example',
      emailAddress: `${firstName.toLowerCase()}@example.org`,
      timezone: 'Europe/London',
      ...dates,
    },
    state: 'active',
    scopes: [],
    hasPassword: true,
    hasSecondFactor: true,
    isInvited: false,
    lastLoginAt: when,
    ...dates,
    ...changes,
  };
}

const scopeOf = (name: string) => ({
  id: name,
  name,
  description: '',
  isBuiltIn: true,
  requiresSecondFactor: name === 'admin',
  userCount: 1,
  createdAt: when,
  updatedAt: when,
});

const schema = {
  id: 's1',
  name: 'Card',
  description: '',
  memberAccess: 'none',
  schema: {
    type: 'object',
    properties: { number: { type: 'string', title: 'Number' } },
    required: ['number'],
  },
  version: 1,
  dataCount: 0,
  createdAt: when,
  updatedAt: when,
};

let users: UserRecord[];
let calls: Call[];
let site: Record<string, unknown>;
let config: unknown[];
let onWrite: (call: Call) => { status?: number; body?: unknown } | undefined;

const page = (results: unknown[]) => ({ results, total: results.length, start: 0, limit: 100 });

function read({ path }: Call) {
  if (path === '/auth/users') return { body: page(users) };
  const user = users.find(({ id }) => path === `/auth/users/${id}`);
  if (user) return { body: user };
  if (path === '/auth/scopes') return { body: page(['admin', 'crm:read', 'editor', 'super'].map(scopeOf)) };
  if (path === '/cms/site') return { body: site };
  if (path === '/cms/config') return { body: config };
  if (path === '/auth/schemas') return { body: page([schema]) };
  if (path.endsWith('/sessions'))
    return {
      body: [
        {
          id: 'x1',
          device: 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0',
          address: '192.0.2.1',
          createdAt: when,
          lastUsedAt: when,
          isCurrent: false,
        },
      ],
    };
  if (path.endsWith('/profile-data') || path.endsWith('/api-tokens')) return { body: page([]) };
  return { status: 404, body: { code: 'not_found', title: 'Page Not Found', errors: [] } };
}

beforeEach(() => {
  storeClaims({ ...claimsWith('admin'), user: '1' });
  users = [
    userOf('1', 'Me', { scopes: ['admin'] }),
    userOf('2', 'Ada', { scopes: ['editor', 'crm:read'] }),
    userOf('3', 'Sue', { scopes: ['super'] }),
    userOf('4', 'Ned', { hasPassword: false, hasSecondFactor: false, lastLoginAt: null }),
  ];
  site = { hasCRM: false, hasMail: false, allowRegistration: false };
  config = [{ id: 'c1', key: 'allowRegistration', value: false, version: 5 }];
  onWrite = () => ({ status: 204 });
  calls = answerCalls((call) => (call.method === 'GET' ? read(call) : (onWrite(call) ?? { status: 204 })));
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
    expect(screen.getAllByLabelText('Only a super may change this account')).toHaveLength(1);
  });

  it('disables at once, and Undo enables', async () => {
    onWrite = ({ path, body }) => {
      const found = users.findIndex(({ id }) => path === `/auth/users/${id}`);
      const user = { ...(users[found] as UserRecord), ...(body as object) };
      users = users.with(found, user);
      return { body: user };
    };
    const { user } = show();
    await menuOf(user, 'Ada Example');
    await user.click(screen.getByRole('menuitem', { name: 'Disable', hidden: true }));
    await screen.findByText('Ada Example is disabled and logged out everywhere.');
    await within(await screen.findByRole('table')).findByText('Disabled');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(sent('PUT').map(({ body }) => body)).toEqual([{ state: 'disabled' }, { state: 'active' }]),
    );
    await waitFor(() => expect(within(screen.getByRole('table')).queryByText('Disabled')).toBeNull());
  });

  it('turns registration on, on the condition that nobody else has', async () => {
    onWrite = ({ body }) => {
      config = [{ id: 'c1', key: 'allowRegistration', version: 6, ...(body as object) }];
      return { body: config[0] };
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
    expect((await screen.findByRole('link', { name: 'the mail log' })).getAttribute('href')).toBe(
      '/cms-admin/emails',
    );
    unmount();
    site = { ...site, hasMail: true };
    show();
    await screen.findByText('Ada Example');
    expect(screen.queryByText(/No mail server/)).toBeNull();
  });
});

describe('a new user', () => {
  const fill = async (label: string, value: string) =>
    fireEvent.change(await screen.findByLabelText(label), { target: { value } });
  const person = async () => {
    await fill('First name', 'Grace');
    await fill('Last name', 'Hopper');
    await fill('Email address', ' grace@example.org ');
  };

  it('is invited, with what the one who invites may grant', async () => {
    onWrite = () => ({ status: 201, body: userOf('9', 'Grace') });
    const { user, router } = show('users/new');
    await person();
    expect(
      (await screen.findAllByRole('checkbox')).map(
        (box) => (box as HTMLInputElement).labels?.[0]?.textContent,
      ),
    ).toEqual(['admin', 'editor']);
    await user.click(screen.getByRole('checkbox', { name: 'editor' }));
    await user.click(screen.getByRole('button', { name: 'Create and invite' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/cms-admin/users'));
    expect(sent('POST')[0]?.body).toMatchObject({
      person: { firstName: 'Grace', lastName: 'Hopper', emailAddress: 'grace@example.org' },
      scopes: ['editor'],
      invite: true,
    });
    expect(sent('POST')[0]?.body).not.toHaveProperty('password');
  });

  it('hears of faults beside what they are about', async () => {
    const errors = [
      { field: 'person.emailAddress', code: 'email_address_taken', detail: 'Somebody has this address.' },
      { field: 'scopes.0', code: 'scope_not_yours', detail: 'You do not hold editor.' },
    ];
    onWrite = () => ({ status: 409, body: { code: 'email_address_taken', title: 'Conflict', errors } });
    const { user } = show('users/new');
    await person();
    await user.click(screen.getByText('Set a password'));
    await user.click(screen.getByRole('button', { name: 'Create user' }));
    await screen.findByText(/The password needs at least/);
    await fill('Password', 'quilted harbour lantern');
    await user.click(screen.getByRole('button', { name: 'Create user' }));
    await screen.findByText('You do not hold editor.');
    expect(screen.getByLabelText('Email address').getAttribute('aria-invalid')).toBe('true');
  });
});

describe('the screen of a user', () => {
  it('keeps the scopes that it does not show', async () => {
    const { user } = show('users/2');
    await user.click(await screen.findByRole('checkbox', { name: /^admin/ }));
    await user.click(screen.getByRole('button', { name: 'Save scopes' }));
    await waitFor(() => expect(sent('PUT')).toHaveLength(1));
    expect(sent('PUT')[0]).toMatchObject({
      path: '/auth/users/2/scopes',
      body: { scopes: ['editor', 'crm:read', 'admin'] },
    });
  });

  it('changes details on the condition that nobody else has', async () => {
    onWrite = ({ body }) => ({ body: { ...users[1]?.person, ...(body as object), version: 3 } });
    const { user } = show('users/2');
    fireEvent.change(await screen.findByLabelText('First name'), { target: { value: 'Augusta' } });
    await user.click(screen.getByRole('button', { name: 'Save details' }));
    await screen.findByText('The details were saved.');
    expect(sent('PUT')[0]?.headers.get('If-Match')).toBe('"2"');
    fireEvent.change(screen.getByLabelText('First name'), { target: { value: 'Ada' } });
    await user.click(screen.getByRole('button', { name: 'Save details' }));
    await waitFor(() => expect(sent('PUT')[1]?.headers.get('If-Match')).toBe('"3"'));
  });

  it('ends a session', async () => {
    const { user } = show('users/2');
    await user.click(await screen.findByRole('button', { name: 'End the session: Firefox on Windows' }));
    await screen.findByText('The session was ended.');
    expect(sent('DELETE')[0]?.path).toBe('/auth/users/2/sessions/x1');
  });

  it('asks before second factors are removed', async () => {
    const { user } = show('users/2');
    await user.click(await screen.findByRole('button', { name: 'Remove' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByRole('button', { name: 'Cancel' })).toBe(document.activeElement);
    await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(sent('DELETE')[0]?.path).toBe('/auth/users/2/second-factors'));
  });

  it('invites, and again', async () => {
    const { user } = show('users/4');
    await user.click(await screen.findByRole('button', { name: 'Invite' }));
    await screen.findByText('The invitation is in the mail log.');
    expect(sent('POST')[0]?.path).toBe('/auth/users/4/invitation');
  });

  it('fills in profile fields, and shows faults at theirs', async () => {
    const errors = [{ field: 'data.number', code: 'pattern', detail: 'This has to begin with a letter.' }];
    onWrite = () => ({ status: 422, body: { code: 'validation_failed', title: 'Unprocessable', errors } });
    const { user } = show('users/2');
    await user.click(await screen.findByRole('button', { name: 'Fill in Card' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Number is needed.');
    fireEvent.change(screen.getByLabelText('Number'), { target: { value: '17' } });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('This has to begin with a letter.');
    expect(screen.getByLabelText('Number').getAttribute('aria-invalid')).toBe('true');
    expect(sent('POST')[0]?.body).toEqual({ personId: 'p2', schemaId: 's1', data: { number: '17' } });
  });

  it('asks before unsaved changes of any of its forms are lost', async () => {
    const { user } = show('users/2');
    await user.click(await screen.findByRole('checkbox', { name: /^admin/ }));
    await user.click(screen.getByRole('link', { name: 'Users' }));
    await screen.findByRole('dialog', { name: 'Unsaved changes' });
  });

  it('of a super can be looked at, and not changed, by an administrator', async () => {
    show('users/3');
    await screen.findByText('Only somebody who holds the scope super may change this account.');
    expect(screen.getByText('sue@example.org')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Save|Disable|Delete|End/ })).toBeNull();
  });

  it('of one’s own keeps one from locking oneself out', async () => {
    show('users/1');
    const admin = await screen.findByRole('checkbox', { name: /^admin/ });
    expect(admin).toHaveProperty('disabled', true);
    expect(screen.getByText(/You cannot take this from yourself/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Disable' })).toBeNull();
    expect(screen.getByLabelText('Email address')).toHaveProperty('readOnly', true);
  });

  it('is accessible', async () => {
    const { user } = show('users/2');
    await user.click(await screen.findByRole('button', { name: 'Fill in Card' }));
    expect(await accessibilityFaults()).toEqual([]);
  });
});
