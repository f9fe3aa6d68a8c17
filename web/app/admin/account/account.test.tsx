import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { answerCalls, type Call, claimsWith, renderScreen } from '../../testing/screen.tsx';
import { AccountScreen } from './account-screen.tsx';

type Answer = { status?: number; body?: unknown };

const NOW = '2026-11-21T09:00:00Z';
const person = {
  id: 'person',
  firstName: 'Ada',
  lastName: 'Byron',
  emailAddress: 'ada@example.com',
  timezone: 'Europe/London',
  version: 3,
};
const account = {
  user: {
    id: 'user',
    personId: 'person',
    person,
    scopes: ['editor', 'crm:read'],
    hasPassword: true,
    hasSecondFactor: true,
  },
  totp: { isEnabled: true, enabledAt: NOW },
  recoveryCodesLeft: 2,
  passkeys: [{ id: 'p1', name: 'Laptop', createdAt: NOW, lastUsedAt: null, isBackedUp: true }],
  needsSecondFactor: true,
  confirmedUntil: null,
  pendingEmailAddress: 'new@example.com',
};
const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36';
const sessions = [
  { id: 's1', device: CHROME, address: '192.0.2.1', createdAt: NOW, lastUsedAt: NOW, isCurrent: true },
  { id: 's2', device: 'curl/8.5.0', address: '192.0.2.2', createdAt: NOW, lastUsedAt: NOW, isCurrent: false },
];
const schemas = [
  ['Kit', 'write'],
  ['File', 'read'],
  ['Secret', 'none'],
].map(([name, memberAccess]) => ({
  id: name,
  name,
  description: '',
  memberAccess,
  version: 1,
  schema: { type: 'object', properties: { size: { type: 'integer' } } },
}));
const data = [
  { id: 'd1', personId: 'person', schemaId: 'File', data: { size: 4 }, isValid: true, version: 1 },
];
const token = {
  id: 't0',
  name: 'Reports',
  start: 'pwt_0000',
  scopes: ['editor', 'crm:read'],
  createdAt: NOW,
  expiresAt: '2099-01-01T00:00:00Z',
  lastUsedAt: null,
  revokedAt: null,
};
const listed = (results: unknown[]) => ({ body: { results, total: results.length, start: 0, limit: 100 } });

const wrongPassword = (field: string): Answer => ({
  status: 403,
  body: {
    code: 'wrong_password',
    errors: [{ field, code: 'wrong_password', detail: 'This is not your present password.' }],
  },
});
const UNCONFIRMED: Answer = { status: 403, body: { code: 'confirmation_needed' } };

let answers: Record<string, (call: Call) => Answer>;
let calls: Call[];

beforeEach(() => {
  storeClaims(claimsWith('editor', 'crm:read'));
  answers = {
    'GET /auth/account': () => ({ body: account }),
    'GET /auth/sessions': () => ({ body: sessions }),
    'GET /auth/account/api-tokens': () => listed([token]),
    'GET /auth/schemas': () => listed(schemas),
    'GET /auth/people/person/profile-data': () => listed(data),
    'GET /cms/site': () => ({ body: { hasCRM: false } }),
  };
  calls = answerCalls((call) => answers[`${call.method} ${call.path}`]?.(call) ?? { status: 204 });
});

afterEach(() => {
  clearClaims();
  vi.unstubAllGlobals();
});

async function open() {
  const drawn = renderScreen([{ path: '/', Component: AccountScreen }], '/');
  await screen.findByText('curl');
  await screen.findByRole('button', { name: 'Save Kit' });
  return drawn;
}

const card = (name: string) => within(screen.getByRole('region', { name }));
const sent = (method: string, path: string) =>
  calls.filter((call) => call.method === method && call.path === path).map(({ body }) => body);

it('shows what the account is, and is accessible', async () => {
  await open();
  expect(card('Email address').getByText('ada@example.com')).toBeTruthy();
  expect(card('Email address').getByText(/new@example.com becomes your address/)).toBeTruthy();
  expect(card('Passkeys').getByText('Laptop')).toBeTruthy();
  expect(card('Second factor').getByText('You have few recovery codes left.', { exact: false })).toBeTruthy();
  expect(card('Sessions').getByText('Chrome on Linux')).toBeTruthy();
  expect(await accessibilityFaults()).toEqual([]);
});

describe('details', () => {
  it('are saved with the version that was read and the address that stays', async () => {
    answers['PUT /auth/people/person'] = ({ body }) => ({
      body: { ...person, ...(body as object), version: 4 },
    });
    const { user } = await open();
    const name = screen.getByLabelText('First name');
    await user.clear(name);
    await user.type(name, 'Augusta{Enter}');
    await screen.findByText('Your details were saved.');
    const call = calls.find(({ method }) => method === 'PUT');
    expect(call?.headers.get('If-Match')).toBe('"3"');
    expect(call?.body).toEqual({
      firstName: 'Augusta',
      lastName: 'Byron',
      emailAddress: 'ada@example.com',
      timezone: 'Europe/London',
    });
  });
});

describe('the password', () => {
  const change = async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Change the password' }));
    await user.type(screen.getByLabelText('Present password'), 'the old one here');
    await user.type(screen.getByLabelText('New password'), 'nine brass cogwheels{Enter}');
  };

  it('is changed by the present one', async () => {
    await change();
    await screen.findByText(/Your password was changed/);
    expect(sent('PUT', '/auth/users/reset-password')).toEqual([
      { currentPassword: 'the old one here', password: 'nine brass cogwheels' },
    ]);
  });

  it('says so beside the present one when that is wrong', async () => {
    answers['PUT /auth/users/reset-password'] = () => wrongPassword('currentPassword');
    await change();
    await screen.findByText('This is not your present password.');
    expect(screen.getByLabelText('Present password').getAttribute('aria-invalid')).toBe('true');
  });
});

describe('confirming that it is oneself', () => {
  const CODES = 'POST /auth/account/recovery-codes';
  let isConfirmed: boolean;

  beforeEach(() => {
    isConfirmed = false;
    answers[CODES] = () => (isConfirmed ? { body: { recoveryCodes: ['aaaaa-bbbbb'] } } : UNCONFIRMED);
    answers['POST /auth/sessions/current/confirmation'] = ({ body }) => {
      isConfirmed = (body as { password: string }).password === 'right right right';
      return isConfirmed ? { body: {} } : wrongPassword('password');
    };
  });

  const renew = async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Make new codes' }));
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Make new codes' }),
    );
    return { user, dialog: within(await screen.findByRole('dialog', { name: 'Confirm that it is you' })) };
  };

  it('asks for the password, again if it is wrong, then does what was asked for', async () => {
    const { user, dialog } = await renew();
    await user.type(dialog.getByLabelText('Password'), 'wrong{Enter}');
    await dialog.findByText('This is not your present password.');
    await user.clear(dialog.getByLabelText('Password'));
    await user.type(dialog.getByLabelText('Password'), 'right right right{Enter}');
    await screen.findByText('aaaaa-bbbbb');
    expect(sent('POST', '/auth/account/recovery-codes')).toHaveLength(2);
  });

  it('asks for the second factor after the password, and begins anew when that took too long', async () => {
    answers['POST /auth/sessions/current/confirmation'] = ({ body }) => {
      const { code } = body as { code?: string };
      isConfirmed = code === '123456';
      if (isConfirmed) return { body: {} };
      if (code) return { status: 422, body: { code: 'challenge_expired' } };
      const asked = { code: 'second_factor_needed', challenge: 'c1', methods: ['totp', 'recovery'] };
      return { status: 403, body: asked };
    };
    const { user, dialog } = await renew();
    await user.type(dialog.getByLabelText('Password'), 'right right right{Enter}');
    const code = await dialog.findByLabelText('Code');
    expect(code).toBe(document.activeElement);
    expect(await accessibilityFaults()).toEqual([]);
    await user.type(code, '000000{Enter}');
    await dialog.findByText('That took too long or was tried too often. Please begin again.');
    await user.type(dialog.getByLabelText('Password'), 'right right right{Enter}');
    await user.type(await dialog.findByLabelText('Code'), ' 123456{Enter}');
    await screen.findByText('aaaaa-bbbbb');
    expect(sent('POST', '/auth/sessions/current/confirmation').at(-1)).toEqual({
      challenge: 'c1',
      code: '123456',
    });
  });

  it('does nothing when that is given up', async () => {
    const { user } = await renew();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent('POST', '/auth/account/recovery-codes')).toHaveLength(1);
    expect(screen.queryByRole('alert', { name: /./ })).toBeNull();
  });
});

it('the last second factor stays while a scope asks for one', async () => {
  answers['DELETE /auth/account/totp'] = () => ({ status: 409, body: { code: 'second_factor_needed' } });
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Remove the authenticator app' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
  await screen.findByText(/this is the last one. Add another one first/);
});

describe('sessions', () => {
  it('are ended one by one or all others, and the present one by logging out', async () => {
    const { user } = await open();
    expect(screen.getAllByRole('button', { name: /^End the session/ })).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'End the session: curl' }));
    await screen.findByText('The session was ended.');
    await user.click(screen.getByRole('button', { name: 'End all others' }));
    await screen.findByText('All other sessions were ended.');
    expect(sent('DELETE', '/auth/sessions/s2')).toHaveLength(1);
    expect(sent('DELETE', '/auth/sessions')).toHaveLength(1);
  });
});

describe('API tokens', () => {
  it('say what they are for, without what the site does not have', async () => {
    await open();
    expect(card('API tokens').getByText(/^editor\. Expires/)).toBeTruthy();
    expect(card('API tokens').queryByText(/crm:/)).toBeNull();
  });

  it.each([
    ['admin', ['admin', 'editor']],
    ['super', ['super', 'admin', 'editor']],
  ])('may have less than all that %s includes', async (scope, offered) => {
    answers['GET /auth/account'] = () => ({
      body: { ...account, user: { ...account.user, scopes: [scope] } },
    });
    answers['GET /auth/scopes'] = () =>
      listed(['admin', 'editor', 'super', 'crm:read'].map((name) => ({ id: name, name })));
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'New token' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByLabelText('editor')).toBeTruthy();
    const names = dialog.getAllByRole('checkbox').map((box) => (box as HTMLInputElement).value);
    expect(names).toEqual(offered);
  });

  it('are given no more than one holds and is shown, and are shown once', async () => {
    answers['POST /auth/account/api-tokens'] = ({ body }) => ({
      status: 201,
      body: { id: 't1', start: 'pwt_abcd', token: 'pwt_abcdefgh', ...(body as object) },
    });
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'New token' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Name'), 'Importer');
    // Without the customer area its scopes are not shown.
    expect(dialog.getAllByRole('checkbox')).toHaveLength(1);
    await user.click(dialog.getByLabelText('editor'));
    await user.click(dialog.getByRole('button', { name: 'Create token' }));
    await screen.findByText('pwt_abcdefgh');
    const [body] = sent('POST', '/auth/account/api-tokens') as { expiresAt: string }[];
    expect(body).toMatchObject({ name: 'Importer', scopes: ['editor'] });
    const days = (Date.parse(body?.expiresAt ?? '') - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(90);
    await user.click(screen.getByRole('button', { name: 'I’ve saved it' }));
    await waitFor(() => expect(screen.queryByText('pwt_abcdefgh')).toBeNull());
  });
});

describe('profile data', () => {
  it('is written where the schema lets one, read where it lets one, and else not shown', async () => {
    answers['POST /auth/profile-data'] = ({ body }) => ({
      status: 201,
      body: { id: 'd2', isValid: true, version: 1, ...(body as object) },
    });
    const { user } = await open();
    expect(screen.queryByRole('region', { name: 'Secret' })).toBeNull();
    expect(card('File').getByLabelText(/Size/).hasAttribute('readonly')).toBe(true);
    expect(card('File').queryByRole('button')).toBeNull();
    await user.type(card('Kit').getByLabelText(/Size/), '7{Enter}');
    await screen.findByText('“Kit” was saved.');
    expect(sent('POST', '/auth/profile-data')).toEqual([
      { personId: 'person', schemaId: 'Kit', data: { size: 7 } },
    ]);
  });
});

describe('ending everything else', () => {
  const ended = { sessions: 1, apiTokens: 2, passkeys: 0, passkeysKept: 1 };
  const press = async () => {
    answers['DELETE /auth/account/other-access'] = () => ({ body: ended });
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Log out everywhere and revoke tokens' }));
    return {
      user,
      dialog: within(await screen.findByRole('dialog', { name: 'Log out everywhere and revoke tokens?' })),
    };
  };

  it('is done once one is sure, and says what became of what', async () => {
    const { user, dialog } = await press();
    expect(sent('DELETE', '/auth/account/other-access')).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Log out everywhere and revoke tokens' }));
    await screen.findByText('1 session was ended, 2 API tokens were revoked.');
    await screen.findByText(/Your passkeys were kept/);
    expect(sent('DELETE', '/auth/account/other-access')).toHaveLength(1);
    await waitFor(() => expect(sent('GET', '/auth/account/api-tokens').length).toBeGreaterThan(1));
  });

  it('does nothing when that is given up', async () => {
    const { user } = await press();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent('DELETE', '/auth/account/other-access')).toEqual([]);
  });
});

describe('deleting the account', () => {
  const press = async () => {
    const went = vi.fn();
    vi.stubGlobal('location', { ...window.location, assign: went });
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Delete my account' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete your account?' }));
    return { user, went, dialog };
  };

  it('wants the address typed, then leaves the site as a visitor', async () => {
    const { user, went, dialog } = await press();
    const field = dialog.getByLabelText('Your email address');
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(await accessibilityFaults()).toEqual([]);
    await user.type(field, 'ada{Enter}');
    await dialog.findByText('Enter ada@example.com to go on.');
    expect(sent('DELETE', '/auth/account')).toEqual([]);
    await user.clear(field);
    await user.type(field, ' Ada@example.com{Enter}');
    await waitFor(() => expect(went).toHaveBeenCalledWith('/'));
    expect(sent('DELETE', '/auth/account')).toHaveLength(1);
  });

  it('says why the last super stays', async () => {
    const detail = 'This is the last user who may do everything. Let somebody else be one first.';
    answers['DELETE /auth/account'] = () => ({ status: 409, body: { code: 'last_super', detail } });
    const { user, went, dialog } = await press();
    await user.type(dialog.getByLabelText('Your email address'), 'ada@example.com{Enter}');
    await screen.findByText(detail);
    expect(went).not.toHaveBeenCalled();
  });

  it('asks who one is where the session has to be confirmed', async () => {
    let isConfirmed = false;
    answers['DELETE /auth/account'] = () => (isConfirmed ? { status: 204 } : UNCONFIRMED);
    answers['POST /auth/sessions/current/confirmation'] = () => {
      isConfirmed = true;
      return { body: {} };
    };
    const { user, went, dialog } = await press();
    await user.type(dialog.getByLabelText('Your email address'), 'ada@example.com{Enter}');
    const asked = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
    await user.type(asked.getByLabelText('Password'), 'right right right{Enter}');
    await waitFor(() => expect(went).toHaveBeenCalledWith('/'));
  });

  it('is given up without a call', async () => {
    const { user, dialog } = await press();
    await user.click(dialog.getByRole('button', { name: 'Keep it' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent('DELETE', '/auth/account')).toEqual([]);
  });
});
