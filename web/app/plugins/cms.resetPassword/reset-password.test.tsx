import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
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

  it('sets the new password with the token of the link', async () => {
    const calls = answerCalls(() => ({ status: 204 }));
    const { user } = drawMember(ResetPassword, { loginPage: '/in' }, {}, '#token=abc');
    await user.type(await screen.findByLabelText('New password'), 'another long one{Enter}');
    expect((await screen.findByRole('link', { name: 'Log in' })).getAttribute('href')).toBe('/in');
    expect(calls[0]).toMatchObject({
      method: 'PUT',
      path: '/auth/users/reset-password',
      body: { token: 'abc', password: 'another long one' },
    });
  });

  it('offers a new link when this one is of no use any more', async () => {
    answerCalls(() => ({ status: 404, body: { code: 'token_unusable' } }));
    const { user } = drawMember(ResetPassword, {}, {}, '#token=abc');
    await user.type(await screen.findByLabelText('New password'), 'another long one{Enter}');
    await screen.findByText(/can no longer be used/);
    expect(screen.getByRole('button', { name: 'Send the link' })).toBeTruthy();
  });
});
