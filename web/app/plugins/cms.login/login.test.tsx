import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CLAIMS_KEY } from '../../session/claims.ts';
import { rememberRedirectedFrom } from '../../session/redirected-from.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { answerCalls, claimsWith } from '../../testing/screen.tsx';
import { drawMember } from '../members/testing.tsx';
import Login from './render.tsx';

afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

const granted = { body: { public: { claims: claimsWith('members') } } };
type User = ReturnType<typeof drawMember>['user'];

/** A browser that has a passkey for the site and offers it. */
function withAuthenticator() {
  const bytes = new Uint8Array([1]).buffer;
  const get = vi.fn(async () => ({
    id: 'AA',
    rawId: bytes,
    type: 'public-key',
    getClientExtensionResults: () => ({}),
    response: { clientDataJSON: bytes, authenticatorData: bytes, signature: bytes },
  }));
  const support = { isConditionalMediationAvailable: async () => true };
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => undefined, support),
  );
  vi.stubGlobal('navigator', { ...window.navigator, credentials: { get } });
  return get;
}

async function logIn(user: User): Promise<void> {
  await user.type(screen.getByLabelText('Email address'), ' ada@example.com ');
  await user.type(screen.getByLabelText('Password'), 'secret secret{Enter}');
}

describe('cms.login', () => {
  it('logs in and goes to the chosen page', async () => {
    const calls = answerCalls(() => granted);
    const { user, went } = drawMember(Login, { afterLogin: '/welcome' });
    await logIn(user);
    await waitFor(() => expect(went).toHaveBeenCalledWith('/welcome'));
    expect(calls[0]).toMatchObject({
      path: '/auth/tokens',
      body: { email: 'ada@example.com', password: 'secret secret' },
    });
    expect(JSON.parse(localStorage.getItem(CLAIMS_KEY) ?? '')).toMatchObject({ scopes: ['members'] });
  });

  it('goes back to where one was going, once', async () => {
    answerCalls(() => granted);
    rememberRedirectedFrom('/members/only?page=2');
    const { user, went } = drawMember(Login, { afterLogin: '/welcome' });
    await logIn(user);
    await waitFor(() => expect(went).toHaveBeenCalledWith('/members/only?page=2'));
    expect(sessionStorage.getItem('redirectedFrom')).toBeNull();
  });

  it('says the same whatever was wrong, and keeps what was typed', async () => {
    answerCalls(() => ({ status: 401, body: { code: 'invalid_credentials' } }));
    const { user, went } = drawMember(Login, {});
    await logIn(user);
    expect((await screen.findByRole('alert')).textContent).toContain('is incorrect');
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('secret secret');
    expect(went).not.toHaveBeenCalled();
  });

  it('says that the account is disabled, as the service does to whoever knows the password', async () => {
    const detail = "This account has been disabled. Contact the site's administrators.";
    answerCalls(() => ({ status: 401, body: { code: 'account_disabled', detail } }));
    const { user } = drawMember(Login, {});
    await logIn(user);
    expect((await screen.findByRole('alert')).textContent).toContain(detail);
  });

  it('says to whoever has the right password that the account is disabled', async () => {
    const detail = "This account has been disabled. Contact the site's administrators.";
    answerCalls(() => ({ status: 401, body: { code: 'account_disabled', detail } }));
    const { user } = drawMember(Login, {});
    await logIn(user);
    expect((await screen.findByRole('alert')).textContent).toBe(detail);
  });

  it('says how long to wait after too many attempts', async () => {
    answerCalls(() => ({ status: 429, headers: { 'Retry-After': '170' } }));
    const { user } = drawMember(Login, {});
    await logIn(user);
    expect((await screen.findByRole('alert')).textContent).toContain('try again in 3 minutes');
  });

  it('asks for the second step', async () => {
    const calls = answerCalls(({ body }) =>
      'challenge' in (body as object)
        ? granted
        : {
            status: 401,
            body: { code: 'second_factor_needed', challenge: 'c1', methods: ['totp', 'recovery'] },
          },
    );
    const { user, reload } = drawMember(Login, {});
    await logIn(user);
    const code = await screen.findByLabelText('Code');
    expect(code).toBe(document.activeElement);
    await user.type(code, '123456{Enter}');
    await waitFor(() => expect(reload).toHaveBeenCalled());
    expect(calls.at(-1)?.body).toEqual({ challenge: 'c1', code: '123456' });
    expect(await accessibilityFaults()).toEqual([]);
  });

  it.each([
    ['where one was going', '/members/only', '/members/only'],
    ['the chosen page', undefined, '/welcome'],
  ])('leads on from setting a second step up to %s', async (_, from, destination) => {
    answerCalls(() => ({ status: 401, body: { code: 'second_factor_setup_needed', challenge: 's1' } }));
    if (from) rememberRedirectedFrom(from);
    const { user } = drawMember(Login, { afterLogin: '/welcome' });
    await logIn(user);
    await user.click(await screen.findByRole('link', { name: 'Set it up' }));
    expect(sessionStorage.getItem('redirectedFrom')).toBe(destination);
  });

  it('takes a recovery code from whoever has a passkey and no app, and lets them go back', async () => {
    const calls = answerCalls(({ body }) =>
      'code' in (body as object)
        ? granted
        : {
            status: 401,
            body: { code: 'second_factor_needed', challenge: 'c1', methods: ['passkey', 'recovery'] },
          },
    );
    vi.stubGlobal('PublicKeyCredential', () => undefined);
    const { user, reload } = drawMember(Login, {});
    await logIn(user);
    const passkey = await screen.findByRole('button', { name: 'Use a passkey' });
    expect(passkey).toBe(document.activeElement);
    await user.click(screen.getByRole('button', { name: 'Back' }));
    await logIn(user);
    await user.type(await screen.findByLabelText('Recovery code'), ' abcde-fghij{Enter}');
    await waitFor(() => expect(reload).toHaveBeenCalled());
    expect(calls.at(-1)?.body).toEqual({ challenge: 'c1', code: 'abcde-fghij' });
    expect(await accessibilityFaults()).toEqual([]);
  });

  it('logs in with a passkey that the browser offers in the form, which nobody is asked for before', async () => {
    const calls = answerCalls(({ path }) =>
      path === '/auth/tokens' ? granted : { body: { challenge: 'p1', options: { challenge: 'AQID' } } },
    );
    const get = withAuthenticator();
    const { user, reload } = drawMember(Login, {});
    expect(calls).toEqual([]);
    await user.click(screen.getByLabelText('Email address'));
    await waitFor(() => expect(reload).toHaveBeenCalled());
    expect(get).toHaveBeenCalledWith(expect.objectContaining({ mediation: 'conditional' }));
    expect(calls.at(-1)?.body).toMatchObject({ challenge: 'p1', passkey: { id: 'AA' } });
  });

  it('comes back to this very page, with the fragment that it had', async () => {
    answerCalls(() => granted);
    history.replaceState(null, '', '/?year=2026');
    const replace = vi.spyOn(history, 'replaceState').mockReturnValue();
    const here = `${window.location.pathname}${window.location.search}#token=abc&kind=email-address`;
    rememberRedirectedFrom(here);
    const { user, reload, went } = drawMember(Login, {});
    await logIn(user);
    await waitFor(() => expect(reload).toHaveBeenCalled());
    expect(replace).toHaveBeenCalledWith(history.state, '', here);
    expect(went).not.toHaveBeenCalled();
    replace.mockRestore();
    history.replaceState(null, '', '/');
  });

  it('logs out who is logged in', async () => {
    localStorage.setItem(CLAIMS_KEY, JSON.stringify(claimsWith('members')));
    const calls = answerCalls(() => ({ status: 204 }));
    const { user, reload } = drawMember(Login, {}, { isLoggedIn: true });
    await user.click(screen.getByRole('button', { name: 'Log out' }));
    await waitFor(() => expect(reload).toHaveBeenCalled());
    expect(calls).toMatchObject([{ method: 'DELETE', path: '/auth/tokens' }]);
    expect(localStorage.getItem(CLAIMS_KEY)).toBeNull();
  });

  it('links to the registration while it is open', () => {
    const fields = { registerPage: '/join', resetPage: '/forgotten' };
    const { unmount } = drawMember(Login, fields);
    expect(screen.queryByRole('link', { name: 'Create an account' })).toBeNull();
    unmount();
    drawMember(Login, fields, { isRegistrationOpen: true });
    expect(screen.getByRole('link', { name: 'Create an account' }).getAttribute('href')).toBe('/join');
    expect(screen.getByRole('link', { name: /Forgot password/ }).getAttribute('href')).toBe('/forgotten');
  });
});
