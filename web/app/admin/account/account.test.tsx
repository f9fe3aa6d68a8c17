import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { screenFormats } from '#words/screen-formats.ts';
import { chooseOwnLocale } from '../../session/session-store.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import {
  account,
  card,
  open,
  person,
  prepareEach,
  sent,
  services,
  UNCONFIRMED,
  wrongPassword,
} from './testing.tsx';

prepareEach();

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
    services.answers['PUT /auth/people/person'] = ({ body }) => ({
      body: { ...person, ...(body as object), version: 4 },
    });
    const { user } = await open();
    const name = screen.getByLabelText('First name');
    await user.clear(name);
    await user.type(name, 'Augusta{Enter}');
    await screen.findByText('Your details were saved.');
    const call = services.calls.find(({ method }) => method === 'PUT');
    expect(call?.headers.get('If-Match')).toBe('"3"');
    expect(call?.body).toEqual({
      firstName: 'Augusta',
      lastName: 'Byron',
      emailAddress: 'ada@example.com',
      timezone: 'Europe/London',
    });
  });

  it('have the format of dates and numbers, which this browser keeps', async () => {
    services.answers['PUT /auth/people/person'] = ({ body }) => ({
      body: { ...person, ...(body as object), version: 4 },
    });
    const { user } = await open();
    const format = screen.getByLabelText('Date and number format') as HTMLSelectElement;
    expect(format.selectedOptions[0]?.textContent).toBe('Like this browser: 31 Dec 2026 · €1,234.56');
    await user.selectOptions(format, 'en-US');
    await user.click(screen.getByRole('button', { name: 'Save details' }));
    await screen.findByText('Your details were saved.');
    expect(services.calls.find(({ method }) => method === 'PUT')?.body).not.toHaveProperty('locale');
    expect(screenFormats().day('2026-12-31', 'medium')).toBe('Dec 31, 2026');
    expect(card('Passkeys').getByTitle(/^Saturday, November 21, 2026/)).toBeTruthy();
    expect(format.value).toBe('en-US');
  });

  it('have the format that was chosen in this browser, though it is none of those offered', async () => {
    chooseOwnLocale('is-IS');
    await open();
    const format = screen.getByLabelText<HTMLSelectElement>('Date and number format');
    expect(format.selectedOptions[0]?.textContent).toMatch(/^Icelandic \(Iceland\): /);
  });

  it('that somebody else has changed meanwhile are saved together with theirs', async () => {
    const theirs = { ...person, firstName: 'Adah', timezone: 'Asia/Tokyo', version: 4 };
    const { user } = await open();
    const name = screen.getByLabelText('First name');
    await user.clear(name);
    services.answers['PUT /auth/people/person'] = () => ({
      status: 412,
      body: { code: 'precondition_failed', detail: 'It has been changed.' },
    });
    services.answers['GET /auth/account'] = () => ({
      body: { ...account, user: { ...account.user, person: theirs } },
    });
    await user.type(name, 'Augusta{Enter}');
    const zone = within(await screen.findByRole('group', { name: 'Time zone' }));
    expect(zone.getByLabelText('Their version')).toHaveProperty('value', 'Asia/Tokyo');
    services.answers['PUT /auth/people/person'] = ({ body }) => ({
      body: { ...theirs, ...(body as object) },
    });
    await user.click(screen.getByRole('button', { name: 'Save mine over theirs' }));
    await screen.findByText('Your details were saved.');
    const call = services.calls.findLast(({ method }) => method === 'PUT');
    expect(call?.headers.get('If-Match')).toBe('"4"');
    expect(call?.body).toMatchObject({ firstName: 'Augusta', timezone: 'Asia/Tokyo' });
  });
});

describe('the password', () => {
  const change = async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Change the password' }));
    await user.type(screen.getByLabelText('Current password'), 'the old one here');
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
    services.answers['PUT /auth/users/reset-password'] = () => wrongPassword('currentPassword');
    await change();
    await screen.findByText('This is not your current password.');
    expect(screen.getByLabelText('Current password').getAttribute('aria-invalid')).toBe('true');
  });
});

describe('confirming that it is oneself', () => {
  const CODES = 'POST /auth/account/recovery-codes';
  let isConfirmed: boolean;

  beforeEach(() => {
    isConfirmed = false;
    services.answers[CODES] = () =>
      isConfirmed ? { body: { recoveryCodes: ['aaaaa-bbbbb'] } } : UNCONFIRMED;
    services.answers['POST /auth/sessions/current/confirmation'] = ({ body }) => {
      isConfirmed = (body as { password: string }).password === 'right right right';
      return isConfirmed ? { body: {} } : wrongPassword('password');
    };
  });

  const renew = async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Create new codes' }));
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Create new codes' }),
    );
    return { user, dialog: within(await screen.findByRole('dialog', { name: 'Confirm that it is you' })) };
  };

  it('asks for the password, again if it is wrong, then does what was asked for', async () => {
    const { user, dialog } = await renew();
    await user.type(dialog.getByLabelText('Password'), 'wrong{Enter}');
    await dialog.findByText('This is not your current password.');
    await user.clear(dialog.getByLabelText('Password'));
    await user.type(dialog.getByLabelText('Password'), 'right right right{Enter}');
    await screen.findByText('aaaaa-bbbbb');
    expect(sent('POST', '/auth/account/recovery-codes')).toHaveLength(2);
  });

  it('asks for the second factor after the password, and begins anew when that took too long', async () => {
    services.answers['POST /auth/sessions/current/confirmation'] = ({ body }) => {
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
    await dialog.findByText('This has expired or had too many attempts. Start again.');
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
  services.answers['DELETE /auth/account/totp'] = () => ({
    status: 409,
    body: { code: 'second_factor_needed' },
  });
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Remove the authenticator app' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
  await screen.findByText(/this is the last one. Add another one first/);
});
