import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { answerCalls } from '../../testing/screen.tsx';
import { drawMember } from '../members/testing.tsx';
import AccountManagement from './render.tsx';

afterEach(() => vi.unstubAllGlobals());

const LINK = '#token=abc&kind=email-address';

describe('cms.accountManagement', () => {
  it('asks those to log in who are not', () => {
    drawMember(AccountManagement, { loginPage: '/in' });
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/in');
  });

  it('confirms the address of a link when that is wanted, and not before', async () => {
    const calls = answerCalls(() => ({ status: 204 }));
    const { user } = drawMember(AccountManagement, {}, {}, LINK);
    const button = await screen.findByRole('button', { name: 'Confirm my new address' });
    expect(calls).toEqual([]);
    await user.click(button);
    await screen.findByText('Your new address is confirmed.');
    expect(calls).toMatchObject([
      { path: '/auth/account/email-address/confirmation', body: { token: 'abc' } },
    ]);
  });

  it('says that a link is of no use any more', async () => {
    answerCalls(() => ({ status: 404, body: { code: 'token_unusable' } }));
    const { user } = drawMember(AccountManagement, {}, {}, LINK);
    await user.click(await screen.findByRole('button', { name: 'Confirm my new address' }));
    await screen.findByText(/can no longer be used/);
  });

  it('asks for the password where the session has to be confirmed first, and then does it', async () => {
    let isConfirmed = false;
    const person = {
      id: 'p',
      firstName: 'Ada',
      lastName: 'Lovelace',
      emailAddress: 'ada@example.com',
      timezone: 'UTC',
    };
    const account = { user: { person }, passkeys: [], pendingEmailAddress: null };
    const calls = answerCalls(({ method, path }) => {
      if (path === '/auth/sessions/current/confirmation') isConfirmed = true;
      if (path === '/auth/account' && method === 'GET') return { body: account };
      if (path === '/auth/sessions') return { body: [] };
      if (path === '/auth/account/email-address' && !isConfirmed) {
        return { status: 403, body: { code: 'confirmation_needed' } };
      }
      return { body: {} };
    });
    HTMLDialogElement.prototype.showModal = function () {
      this.open = true;
    };
    const { user } = drawMember(AccountManagement, {}, { isLoggedIn: true });
    await user.type(await screen.findByLabelText('New address'), 'new@example.com{Enter}');
    const dialog = await screen.findByRole('dialog', { name: 'Confirm that it is you' });
    await user.type(dialog.querySelector('input') as HTMLInputElement, 'my password{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const asked = calls.filter(({ path }) => path === '/auth/account/email-address');
    expect(asked.map(({ body }) => body)).toEqual([
      { emailAddress: 'new@example.com' },
      { emailAddress: 'new@example.com' },
    ]);
  });
});
