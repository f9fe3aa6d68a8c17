import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { answerCalls } from '../../testing/screen.tsx';
import { drawMember } from '../members/testing.tsx';
import ResetPassword from './render.tsx';

afterEach(() => vi.unstubAllGlobals());

describe('cms.resetPassword', () => {
  it('asks for a link, and says the same whether there is an account', async () => {
    const calls = answerCalls(() => ({ status: 202 }));
    const { user } = drawMember(ResetPassword, {});
    await user.type(screen.getByLabelText('Email address'), 'ada@example.com{Enter}');
    await screen.findByText(/If there is an account with this address/);
    expect(calls[0]).toMatchObject({
      path: '/cms/users/reset-password',
      body: { emailAddress: 'ada@example.com' },
    });
  });

  const INSPECTION = '/auth/users/reset-password/inspection';

  /** Follows a link to an account that so much else opens; the calls that change something. */
  function follow(ways: { apiTokens: number; passkeys: number }) {
    const calls = answerCalls(({ path }) =>
      path === INSPECTION ? { body: { emailAddress: 'ada@example.com', ...ways } } : { status: 204 },
    );
    const drawn = drawMember(ResetPassword, { loginPage: '/in' }, {}, '#token=abc');
    return { ...drawn, changes: () => calls.filter(({ method }) => method === 'PUT') };
  }

  it('sets the new password with the token of the link', async () => {
    const { user, changes } = follow({ apiTokens: 0, passkeys: 0 });
    await user.type(await screen.findByLabelText('New password'), 'another long one{Enter}');
    expect((await screen.findByRole('link', { name: 'Log in' })).getAttribute('href')).toBe('/in');
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.queryByText(/passkey/)).toBeNull();
    expect(changes()).toMatchObject([
      {
        path: '/auth/users/reset-password',
        body: { token: 'abc', password: 'another long one', revokeApiTokens: false },
      },
    ]);
  });

  it('says what else opens the account, and revokes its API tokens if that is wanted', async () => {
    const { user, changes } = follow({ apiTokens: 2, passkeys: 1 });
    await user.click(await screen.findByRole('checkbox', { name: /^Revoke my 2 API tokens/ }));
    expect(await accessibilityFaults()).toEqual([]);
    await user.type(screen.getByLabelText('New password'), 'another long one{Enter}');
    await screen.findByText(/1 passkey still opens your account/);
    expect(changes()).toMatchObject([{ body: { revokeApiTokens: true } }]);
  });

  it('sets the password also where nobody can say what else opens the account', async () => {
    answerCalls(({ path }) => ({ status: path === INSPECTION ? 503 : 204 }));
    const { user } = drawMember(ResetPassword, {}, {}, '#token=abc');
    await user.type(await screen.findByLabelText('New password'), 'another long one{Enter}');
    await screen.findByRole('link', { name: 'Log in' });
  });

  it('offers a new link when this one is of no use any more', async () => {
    answerCalls(() => ({ status: 404, body: { code: 'token_unusable' } }));
    drawMember(ResetPassword, {}, {}, '#token=abc');
    await screen.findByText(/can no longer be used/);
    expect(screen.getByRole('button', { name: 'Send the link' })).toBeTruthy();
  });

  it('also when it was used in the meantime', async () => {
    const unusable = { status: 404, body: { code: 'token_unusable' } };
    answerCalls(({ path }) => (path === INSPECTION ? { body: { apiTokens: 0, passkeys: 0 } } : unusable));
    const { user } = drawMember(ResetPassword, {}, {}, '#token=abc');
    await user.type(await screen.findByLabelText('New password'), 'another long one{Enter}');
    await screen.findByText(/can no longer be used/);
  });
});
