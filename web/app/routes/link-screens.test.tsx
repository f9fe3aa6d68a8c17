import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearClaims, readClaims, storeClaims } from '../session/session-store.ts';
import { accessibilityFaults } from '../testing/accessibility.ts';
import { answerCalls, type Call, claimsWith, renderScreen } from '../testing/screen.tsx';
import { ConfirmScreen } from './confirm-screen.tsx';
import { loginGuard } from './guards.ts';
import { InvitationScreen } from './invitation-screen.tsx';
import { LoginScreen } from './login-screen.tsx';
import { ResetPasswordScreen } from './reset-password-screen.tsx';

type Answer = { status?: number; body?: unknown; headers?: Record<string, string> };

const PASSWORD = 'nine brass cogwheels';
const UNUSABLE: Answer = { status: 404, body: { code: 'token_unusable', detail: 'Gone.' } };
const TOO_COMMON: Answer = {
  status: 422,
  body: {
    code: 'password_too_common',
    errors: [{ field: 'password', code: 'password_too_common', detail: 'This password is easy to guess.' }],
  },
};

let answers: Record<string, Answer>;
let calls: Call[];

beforeEach(() => {
  answers = {};
  calls = answerCalls(({ method, path }) => answers[`${method} ${path}`] ?? { status: 204 });
});

afterEach(() => {
  clearClaims();
  vi.unstubAllGlobals();
});

const routes = [
  { path: '/cms-login', loader: loginGuard, Component: LoginScreen },
  { path: '/cms-login/reset-password', Component: ResetPasswordScreen },
  { path: '/cms-login/invitation', Component: InvitationScreen },
  { path: '/cms-login/confirm', Component: ConfirmScreen },
  { path: '/cms-admin/account', Component: () => <p>The account</p> },
];

const sent = (method: string, path: string) =>
  calls.filter((call) => call.method === method && call.path === path).map(({ body }) => body);

describe('asking for a link', () => {
  const REQUEST = 'POST /cms/users/reset-password';

  async function ask(address: string) {
    const drawn = renderScreen(routes, '/cms-login/reset-password');
    await drawn.user.type(await screen.findByLabelText('Email address'), `${address}{Enter}`);
    return drawn;
  }

  it('says the same whatever the address is', async () => {
    answers[REQUEST] = { status: 202 };
    await ask(' ada@example.com ');
    await screen.findByText(/If there is an account for ada@example.com, a link/);
    expect(sent('POST', '/cms/users/reset-password')).toEqual([{ emailAddress: 'ada@example.com' }]);
    expect(await accessibilityFaults()).toEqual([]);
  });

  it('says how long to wait after too many requests', async () => {
    answers[REQUEST] = { status: 429, headers: { 'Retry-After': '600' }, body: {} };
    await ask('ada@example.com');
    await screen.findByText('Too many attempts. Please try again in 10 minutes.');
  });

  it('asks for an address without a call', async () => {
    await ask('ada');
    await screen.findByText('Enter your email address.');
    expect(calls).toEqual([]);
  });
});

describe('choosing a new password', () => {
  const INSPECT = 'POST /auth/users/reset-password/inspection';
  const RESET = 'PUT /auth/users/reset-password';
  const SUBJECT = { emailAddress: 'ada@example.com', apiTokens: 0, passkeys: 0 };

  it('takes the token out of the address, ends the session that was here, and leads to the login', async () => {
    answers[INSPECT] = { body: SUBJECT };
    storeClaims(claimsWith('admin'));
    const { user, router } = renderScreen(routes, '/cms-login/reset-password?a=b#token=t1');
    const field = await screen.findByLabelText('New password');
    expect(router.state.location).toMatchObject({ hash: '', search: '?a=b' });
    expect(await accessibilityFaults()).toEqual([]);
    await user.type(field, `${PASSWORD}{Enter}`);
    await screen.findByText('Your password was changed. Log in with the new one.');
    expect(screen.getByLabelText('Email address')).toHaveProperty('value', 'ada@example.com');
    expect(document.activeElement).toBe(screen.getByLabelText('Password'));
    expect(sent('PUT', '/auth/users/reset-password')).toEqual([
      { token: 't1', password: PASSWORD, revokeApiTokens: false },
    ]);
    expect(sent('DELETE', '/auth/tokens')).toHaveLength(1);
    expect(readClaims()).toBeNull();
  });

  it('says what else opens the account, and revokes its API tokens if that is wanted', async () => {
    answers[INSPECT] = { body: { ...SUBJECT, apiTokens: 2, passkeys: 1 } };
    const { user } = renderScreen(routes, '/cms-login/reset-password#token=t1');
    const choice = await screen.findByRole('checkbox', { name: 'Revoke my 2 API tokens, too' });
    expect(choice).toHaveProperty('checked', false);
    expect(screen.getByText(/1 passkey still opens your account/)).toBeTruthy();
    expect(await accessibilityFaults()).toEqual([]);
    await user.click(choice);
    await user.type(screen.getByLabelText('New password'), `${PASSWORD}{Enter}`);
    await screen.findByText(/1 passkey still opens your account: you can end that on your account page/);
    expect(sent('PUT', '/auth/users/reset-password')).toEqual([
      { token: 't1', password: PASSWORD, revokeApiTokens: true },
    ]);
  });

  it('leaves API tokens alone unless that is wanted, and says so', async () => {
    answers[INSPECT] = { body: { ...SUBJECT, apiTokens: 1 } };
    const { user } = renderScreen(routes, '/cms-login/reset-password#token=t1');
    await user.type(await screen.findByLabelText('New password'), `${PASSWORD}{Enter}`);
    await screen.findByText(/1 API token still opens your account/);
    expect(sent('PUT', '/auth/users/reset-password')).toMatchObject([{ revokeApiTokens: false }]);
  });

  it('shows why the service does not want a password, beside its field', async () => {
    answers[INSPECT] = { body: SUBJECT };
    answers[RESET] = TOO_COMMON;
    const { user } = renderScreen(routes, '/cms-login/reset-password#token=t1');
    await user.type(await screen.findByLabelText('New password'), 'analytical engine of 1837{Enter}');
    await screen.findByText('This password is easy to guess.');
    expect(screen.getByLabelText('New password').getAttribute('aria-invalid')).toBe('true');
    // It knows more than the meter, which says nothing until the password is another.
    expect(screen.queryByText(/strong/i)).toBeNull();
    await user.type(screen.getByLabelText('New password'), ' and more');
    await screen.findByText(/strong/i);
    expect(sent('DELETE', '/auth/tokens')).toEqual([]);
  });

  it('takes the address over that was typed into the login', async () => {
    const { user } = renderScreen(routes, '/cms-login');
    await user.type(await screen.findByLabelText('Email address'), ' ada@example.com');
    await user.click(screen.getByRole('link', { name: 'Forgot password?' }));
    await screen.findByText('Forgot password?');
    expect(screen.getByLabelText('Email address')).toHaveProperty('value', 'ada@example.com');
  });

  it('says that a link is used up, and offers another one', async () => {
    answers[INSPECT] = UNUSABLE;
    const { user } = renderScreen(routes, '/cms-login/reset-password#token=t1');
    await screen.findByText('This link does not work any more');
    expect(await accessibilityFaults()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Ask for a new link' }));
    await screen.findByText('Forgot password?');
  });

  it('says so too when it lapses while the password is chosen', async () => {
    answers[INSPECT] = { body: SUBJECT };
    answers[RESET] = UNUSABLE;
    const { user } = renderScreen(routes, '/cms-login/reset-password#token=t1');
    await user.type(await screen.findByLabelText('New password'), `${PASSWORD}{Enter}`);
    await screen.findByText('This link does not work any more');
  });
});

describe('an invitation', () => {
  const INSPECT = 'POST /auth/invitations/inspection';

  const LOG_IN = 'POST /auth/tokens';
  const ADA: Answer = { body: { firstName: 'Ada', emailAddress: 'ada@example.com' } };

  it('greets, takes the password, and logs in', async () => {
    answers[INSPECT] = ADA;
    answers[LOG_IN] = { body: { public: { claims: claimsWith('crm:read') } } };
    const { user, router } = renderScreen(routes, '/cms-login/invitation#token=t1');
    await screen.findByText('Welcome, Ada');
    expect(router.state.location.hash).toBe('');
    expect(await accessibilityFaults()).toEqual([]);
    await user.type(screen.getByLabelText('New password'), `${PASSWORD}{Enter}`);
    await screen.findByText('The account');
    expect(sent('POST', '/auth/invitations/acceptance')).toEqual([{ token: 't1', password: PASSWORD }]);
    expect(sent('POST', '/auth/tokens')).toEqual([{ email: 'ada@example.com', password: PASSWORD }]);
  });

  it('goes on with the second factor that the account has to have', async () => {
    answers[INSPECT] = ADA;
    answers[LOG_IN] = {
      status: 401,
      body: { code: 'second_factor_needed', challenge: 'c', methods: ['totp'] },
    };
    const { user } = renderScreen(routes, '/cms-login/invitation#token=t1');
    await user.type(await screen.findByLabelText('New password'), `${PASSWORD}{Enter}`);
    await screen.findByLabelText(/code/i);
  });

  it('leads to the login where that is not possible now', async () => {
    answers[INSPECT] = ADA;
    answers[LOG_IN] = { status: 503, body: {} };
    const { user } = renderScreen(routes, '/cms-login/invitation#token=t1');
    await user.type(await screen.findByLabelText('New password'), `${PASSWORD}{Enter}`);
    await screen.findByText('Your password is set. Log in with it.');
  });

  it.each(['#token=t1', ''])('that is used up or not whole (%j) says whom to ask', async (hash) => {
    answers[INSPECT] = UNUSABLE;
    renderScreen(routes, `/cms-login/invitation${hash}`);
    await screen.findByText(/Ask the person who invited you/);
  });
});

describe('a confirmation', () => {
  const ADDRESS = '/auth/account/email-address/confirmation';
  const REGISTRATION = '/auth/registrations/confirmation';
  const INSPECT = '/auth/registrations/inspection';
  const LOG_IN = '/auth/tokens';

  it('sends nothing before it is pressed: programs follow links too', async () => {
    storeClaims(claimsWith('editor'));
    const { router } = renderScreen(routes, '/cms-login/confirm#token=t1&kind=email-address');
    await screen.findByRole('button', { name: 'Confirm the address' });
    await waitFor(() => expect(router.state.location.hash).toBe(''));
    expect(calls).toEqual([]);
    expect(await accessibilityFaults()).toEqual([]);
  });

  it('of an address, logged in', async () => {
    storeClaims(claimsWith('editor'));
    const { user } = renderScreen(routes, '/cms-login/confirm#token=t1&kind=email-address');
    await user.click(await screen.findByRole('button', { name: 'Confirm the address' }));
    await screen.findByText('The account');
    expect(sent('POST', ADDRESS)).toEqual([{ token: 't1' }]);
  });

  it.each([
    ['nobody', undefined, 'Log in with your current address'],
    ['somebody whose session is over', { status: 401, body: {} }, 'Log in with your current address'],
    ['another account', { status: 403, body: { code: 'other_account' } }, 'This link is for another account'],
  ])('of an address asks for the login of its account: logged in is %s', async (_, refusal, says) => {
    answers[`POST ${LOG_IN}`] = { body: { public: { claims: claimsWith('editor') } } };
    if (refusal) {
      storeClaims(claimsWith('editor'));
      answers[`POST ${ADDRESS}`] = refusal;
    }
    const { user } = renderScreen(routes, '/cms-login/confirm#token=t1&kind=email-address');
    if (refusal) await user.click(await screen.findByRole('button', { name: 'Confirm the address' }));
    await screen.findByText(new RegExp(says));
    expect(await accessibilityFaults()).toEqual([]);
    delete answers[`POST ${ADDRESS}`];
    await user.type(screen.getByLabelText('Email address'), 'ada@example.com');
    await user.type(screen.getByLabelText('Password'), `${PASSWORD}{Enter}`);
    await user.click(await screen.findByRole('button', { name: 'Confirm the address' }));
    await screen.findByText('The account');
    expect(sent('POST', ADDRESS).at(-1)).toEqual({ token: 't1' });
  });

  describe('of a registration', () => {
    const LINK = '/cms-login/confirm#token=t1&kind=registration';
    const ADA = { firstName: 'Ada', lastName: 'Lovelace', emailAddress: 'ada@example.com' };
    const CONFIRMED: Answer = { status: 201, body: { public: { claims: claimsWith() } } };

    it('takes a password and the name, logs in and goes to the site', async () => {
      const assign = vi.fn();
      vi.stubGlobal('location', { ...window.location, assign });
      answers[`POST ${INSPECT}`] = { body: ADA };
      answers[`POST ${REGISTRATION}`] = CONFIRMED;
      const { user } = renderScreen(routes, LINK);
      await screen.findByText(/log in with it and ada@example.com/);
      expect(await accessibilityFaults()).toEqual([]);
      await user.clear(screen.getByLabelText('First name'));
      await user.type(screen.getByLabelText('New password'), `${PASSWORD}{Enter}`);
      await screen.findByText('Enter your first name.');
      await user.type(screen.getByLabelText('First name'), 'Augusta{Enter}');
      await waitFor(() => expect(assign).toHaveBeenCalledWith('/'));
      const timezone = expect.any(String);
      expect(sent('POST', REGISTRATION)).toEqual([
        { token: 't1', password: PASSWORD, firstName: 'Augusta', lastName: 'Lovelace', timezone },
      ]);
      // It is the new session that would be ended.
      expect(sent('DELETE', LOG_IN)).toEqual([]);
      expect(readClaims()?.scopes).toEqual([]);
    });

    it('shows why a password is refused beside its field', async () => {
      answers[`POST ${INSPECT}`] = { body: ADA };
      answers[`POST ${REGISTRATION}`] = TOO_COMMON;
      const { user } = renderScreen(routes, LINK);
      const password = await screen.findByLabelText('New password');
      await user.type(password, 'analytical engine of 1837{Enter}');
      await screen.findByText('This password is easy to guess.');
      expect(password.getAttribute('aria-invalid')).toBe('true');
    });

    it('says that its link is used up', async () => {
      answers[`POST ${INSPECT}`] = UNUSABLE;
      renderScreen(routes, LINK);
      await screen.findByText('This link does not work any more');
    });
  });

  it('says that its link is used up', async () => {
    storeClaims(claimsWith('editor'));
    answers[`POST ${ADDRESS}`] = UNUSABLE;
    const { user } = renderScreen(routes, '/cms-login/confirm#token=t1&kind=email-address');
    await user.click(await screen.findByRole('button', { name: 'Confirm the address' }));
    await screen.findByText('This link does not work any more');
  });

  it.each(['', '#token=t1', '#token=t1&kind=other'])('is nothing without what it needs: %j', async (hash) => {
    renderScreen(routes, `/cms-login/confirm${hash}`);
    await screen.findByText(/The link is incomplete/);
  });
});
