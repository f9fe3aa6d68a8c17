import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CLAIMS_KEY } from '../../session/claims.ts';
import { endOnServer, isLogOutDue } from '../../session/due-log-out.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { answerCalls, claimsWith } from '../../testing/screen.tsx';
import { drawMember } from '../members/testing.tsx';
import Register from './render.tsx';

type Answer = { status?: number; body?: unknown };

afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

async function fillIn(user: ReturnType<typeof drawMember>['user']): Promise<void> {
  await user.type(screen.getByLabelText('First name'), 'Ada');
  await user.type(screen.getByLabelText('Last name'), 'Lovelace');
  await user.type(screen.getByLabelText('Email address'), 'ada@example.com{Enter}');
}

describe('cms.register', () => {
  it('is closed unless the site says otherwise', () => {
    drawMember(Register, {});
    expect(screen.getByText(/Registration is closed/)).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('sends what was typed, which is no password, and asks for the mail to be opened', async () => {
    const calls = answerCalls(() => ({ status: 202 }));
    const { user } = drawMember(Register, { terms: '<p>No spam.</p>' }, { isRegistrationOpen: true });
    expect(screen.getByText('No spam.')).toBeTruthy();
    expect(screen.queryByLabelText('Password')).toBeNull();
    expect(await accessibilityFaults()).toEqual([]);
    await fillIn(user);
    await screen.findByText(/open the link in the email/);
    expect(calls[0]?.body).toEqual({
      firstName: 'Ada',
      lastName: 'Lovelace',
      emailAddress: 'ada@example.com',
      timezone: expect.any(String),
    });
  });

  it('writes what is refused beside its field', async () => {
    const errors = [{ field: 'emailAddress', code: 'email_invalid', detail: 'That is no address.' }];
    answerCalls(() => ({ status: 422, body: { code: 'validation_failed', errors } }));
    const { user } = drawMember(Register, {}, { isRegistrationOpen: true });
    await fillIn(user);
    await screen.findByText('That is no address.');
    const address = screen.getByLabelText('Email address');
    expect(address.getAttribute('aria-invalid')).toBe('true');
    await waitFor(() => expect(document.activeElement).toBe(address));
  });

  describe('at the end of the link in the mail', () => {
    const LINK = '#token=abc&kind=registration';
    const INSPECTION = '/auth/registrations/inspection';
    const ADA = { firstName: 'Ada', lastName: 'Lovelace', emailAddress: 'ada@example.com' };
    const UNUSABLE = { status: 404, body: { code: 'token_unusable' } };

    /** The page that the link led to; `confirm` answers what is sent with the password. */
    function follow(confirm: () => Answer, found: Answer = { body: ADA }) {
      const calls = answerCalls(({ path }) => (path === INSPECTION ? found : confirm()));
      const fields = { afterRegister: '/welcome' };
      return { calls, ...drawMember(Register, fields, { isRegistrationOpen: true }, LINK) };
    }

    const made = (): Answer => ({ status: 201, body: { public: { claims: claimsWith() } } });

    it('says for which address, and makes no account for a program that opens the link', async () => {
      const { calls } = follow(made);
      await screen.findByText(/log in with it and ada@example.com/);
      expect(screen.getByLabelText('First name')).toHaveProperty('value', 'Ada');
      expect(screen.queryByLabelText('Email address')).toBeNull();
      expect(await accessibilityFaults()).toEqual([]);
      expect(calls.map(({ path }) => path)).toEqual([INSPECTION]);
    });

    it('takes the password and the name, logs in and goes on', async () => {
      const { calls, user, went } = follow(made);
      await user.clear(await screen.findByLabelText('First name'));
      await user.type(screen.getByLabelText('First name'), 'Augusta');
      await user.type(screen.getByLabelText('Password'), 'a long password{Enter}');
      await waitFor(() => expect(went).toHaveBeenCalledWith('/welcome'));
      expect(calls[1]?.path).toBe('/auth/registrations/confirmation');
      expect(calls[1]?.body).toEqual({
        token: 'abc',
        firstName: 'Augusta',
        lastName: 'Lovelace',
        password: 'a long password',
        timezone: expect.any(String),
      });
      expect(localStorage.getItem(CLAIMS_KEY)).not.toBeNull();
    });

    it('takes the place of a log-out that the server has not heard of', async () => {
      await endOnServer(() => Promise.reject(new Error('no answer')));
      const { user, went } = follow(made);
      await user.type(await screen.findByLabelText('Password'), 'a long password{Enter}');
      await waitFor(() => expect(went).toHaveBeenCalledWith('/welcome'));
      expect(isLogOutDue()).toBe(false);
    });

    it('keeps what was typed when the password is refused, and says why beside it', async () => {
      const errors = [
        { field: 'password', code: 'password_too_common', detail: 'Too many people use this one.' },
      ];
      const answers = [{ status: 422, body: { code: 'password_too_common', errors } }, made()];
      const { user, went } = follow(() => answers.shift() ?? made());
      const password = await screen.findByLabelText('Password');
      await user.type(screen.getByLabelText('Last name'), ' King');
      await user.type(password, 'password1234{Enter}');
      await screen.findByText('Too many people use this one.');
      await waitFor(() => expect(document.activeElement).toBe(password));
      expect(screen.getByLabelText('Last name')).toHaveProperty('value', 'Lovelace King');
      await user.type(password, ' and more{Enter}');
      await waitFor(() => expect(went).toHaveBeenCalled());
    });

    it.each([
      ['at once', UNUSABLE],
      ['once it is sent', { body: ADA }],
    ])('says that a link is of no use any more: %s', async (when, found) => {
      const { user } = follow(() => UNUSABLE, found);
      if (when !== 'at once')
        await user.type(await screen.findByLabelText('Password'), 'a long password{Enter}');
      await screen.findByText(/can no longer be used/);
      expect(screen.getByLabelText('Email address')).toBeTruthy();
    });

    it('can still be used where nobody can say for whom it is', async () => {
      const { user, went } = follow(made, { status: 503, body: {} });
      await user.type(await screen.findByLabelText('First name'), 'Ada');
      await user.type(screen.getByLabelText('Last name'), 'Lovelace');
      await user.type(screen.getByLabelText('Password'), 'a long password{Enter}');
      await waitFor(() => expect(went).toHaveBeenCalledWith('/welcome'));
    });
  });

  it('leaves links of another kind alone', async () => {
    const calls = answerCalls(() => ({ status: 204 }));
    drawMember(Register, {}, { isRegistrationOpen: true }, '#token=abc&kind=email-address');
    await screen.findByLabelText('First name');
    expect(calls).toEqual([]);
  });
});
