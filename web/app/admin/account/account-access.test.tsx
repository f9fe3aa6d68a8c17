import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { account, card, listed, open, prepareEach, sent, services, UNCONFIRMED } from './testing.tsx';

prepareEach();

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
    services.answers['GET /auth/account'] = () => ({
      body: { ...account, user: { ...account.user, scopes: [scope] } },
    });
    services.answers['GET /auth/scopes'] = () =>
      listed(['admin', 'editor', 'super', 'crm:read'].map((name) => ({ id: name, name })));
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'New token' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByLabelText('editor')).toBeTruthy();
    const names = dialog.getAllByRole('checkbox').map((box) => (box as HTMLInputElement).value);
    expect(names).toEqual(offered);
  });

  it('are given no more than one holds and is shown, and are shown once', async () => {
    services.answers['POST /auth/account/api-tokens'] = ({ body }) => ({
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
    services.answers['POST /auth/profile-data'] = ({ body }) => ({
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
    services.answers['DELETE /auth/account/other-access'] = () => ({ body: ended });
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
    await dialog.findByText('Enter ada@example.com to continue.');
    expect(sent('DELETE', '/auth/account')).toEqual([]);
    await user.clear(field);
    await user.type(field, ' Ada@example.com{Enter}');
    await waitFor(() => expect(went).toHaveBeenCalledWith('/'));
    expect(sent('DELETE', '/auth/account')).toHaveLength(1);
  });

  it('says why the last super stays', async () => {
    const detail = 'This is the last super user. Make another user a super user first.';
    services.answers['DELETE /auth/account'] = () => ({ status: 409, body: { code: 'last_super', detail } });
    const { user, went, dialog } = await press();
    await user.type(dialog.getByLabelText('Your email address'), 'ada@example.com{Enter}');
    await screen.findByText(detail);
    expect(went).not.toHaveBeenCalled();
  });

  it('asks who one is where the session has to be confirmed', async () => {
    let isConfirmed = false;
    services.answers['DELETE /auth/account'] = () => (isConfirmed ? { status: 204 } : UNCONFIRMED);
    services.answers['POST /auth/sessions/current/confirmation'] = () => {
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
