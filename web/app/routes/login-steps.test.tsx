import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CLAIMS_KEY } from '../session/claims.ts';
import { clearClaims } from '../session/session-store.ts';
import { accessibilityFaults } from '../testing/accessibility.ts';
import { answerCalls, type Call, claimsWith, renderScreen } from '../testing/screen.tsx';
import { loginGuard } from './guards.ts';
import { LoginScreen } from './login-screen.tsx';

type Answer = { status?: number; body?: unknown; headers?: Record<string, string> };

const granted = { body: { public: { claims: claimsWith('editor') } } };
const needs = (methods: string[]): Answer => ({
  status: 401,
  body: { code: 'second_factor_needed', challenge: 'c1', methods },
});
const refused = (code: string, status = 401): Answer => ({ status, body: { code } });

let answers: Record<string, (call: Call) => Answer>;
let calls: Call[];

beforeEach(() => {
  answers = {};
  calls = answerCalls((call) => {
    const body = call.body as Record<string, unknown> | undefined;
    const which =
      call.path !== '/auth/tokens'
        ? call.path
        : body?.passkey
          ? 'passkey'
          : body?.challenge
            ? 'code'
            : 'password';
    return answers[which]?.(call) ?? granted;
  });
});

afterEach(() => {
  clearClaims();
  vi.unstubAllGlobals();
});

const routes = [
  { path: '/', Component: () => <p>The site</p> },
  { path: '/cms-login', loader: loginGuard, Component: LoginScreen },
];

async function withPassword() {
  const { user } = renderScreen(routes, '/cms-login');
  await user.type(await screen.findByLabelText('Email address'), 'ada@example.com');
  await user.type(screen.getByLabelText('Password'), 'secret secret{Enter}');
  return user;
}

/** A browser with an authenticator that signs whatever it is given, or refuses. */
function withAuthenticator(get: () => Promise<unknown>) {
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => undefined, { isConditionalMediationAvailable: async () => false }),
  );
  vi.stubGlobal('navigator', { ...window.navigator, credentials: { get } });
  answers['/auth/passkeys/authentication-options'] = () => ({
    body: { challenge: 'p1', options: { challenge: 'AQID' } },
  });
}

const bytes = new Uint8Array([1]).buffer;
const signed = async () => ({
  id: 'AA',
  rawId: bytes,
  type: 'public-key',
  getClientExtensionResults: () => ({}),
  response: { clientDataJSON: bytes, authenticatorData: bytes, signature: bytes },
});

describe('the second factor', () => {
  it('goes on with a code of the app', async () => {
    answers.password = () => needs(['totp', 'recovery']);
    const user = await withPassword();
    const code = await screen.findByLabelText('Code');
    expect(code).toBe(document.activeElement);
    expect(code.getAttribute('autocomplete')).toBe('one-time-code');
    expect(localStorage.getItem(CLAIMS_KEY)).toBeNull();
    await user.type(code, ' 123456{Enter}');
    await screen.findByText('The site');
    expect(calls.at(-1)?.body).toEqual({ challenge: 'c1', code: '123456' });
  });

  it('says that a code is wrong, and the next one is typed over it', async () => {
    answers.password = () => needs(['totp']);
    answers.code = ({ body }) =>
      (body as { code: string }).code === '111111' ? granted : refused('wrong_code');
    const user = await withPassword();
    await user.type(await screen.findByLabelText('Code'), '000000{Enter}');
    await screen.findByText(/This code is incorrect. Enter the code that your app shows now/);
    await user.keyboard('111111{Enter}');
    await screen.findByText('The site');
    expect(calls.at(-1)?.body).toEqual({ challenge: 'c1', code: '111111' });
  });

  it('takes a recovery code instead', async () => {
    answers.password = () => needs(['totp', 'recovery']);
    const user = await withPassword();
    await user.click(await screen.findByRole('button', { name: 'Use a recovery code' }));
    await user.type(screen.getByLabelText('Recovery code'), 'abcde-fghij{Enter}');
    await screen.findByText('The site');
    expect(calls.at(-1)?.body).toEqual({ challenge: 'c1', code: 'abcde-fghij' });
  });

  it('takes a passkey instead', async () => {
    withAuthenticator(signed);
    answers.password = () => needs(['totp', 'passkey']);
    const user = await withPassword();
    await user.click(await screen.findByRole('button', { name: 'Use a passkey' }));
    await screen.findByText('The site');
    expect(calls.find(({ path }) => path.endsWith('options'))?.body).toEqual({ challenge: 'c1' });
    expect(calls.at(-1)?.body).toMatchObject({ challenge: 'p1', passkey: { id: 'AA' } });
  });

  it('asks for the passkey first where there is no app, and takes a recovery code instead', async () => {
    withAuthenticator(signed);
    answers.password = () => needs(['passkey', 'recovery']);
    const user = await withPassword();
    const passkey = await screen.findByRole('button', { name: 'Use a passkey' });
    expect(passkey).toBe(document.activeElement);
    expect(screen.queryByLabelText('Recovery code')).toBeNull();
    expect(await accessibilityFaults()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Use a recovery code' }));
    await user.type(screen.getByLabelText('Recovery code'), 'abcde-fghij{Enter}');
    await screen.findByText('The site');
    expect(calls.at(-1)?.body).toEqual({ challenge: 'c1', code: 'abcde-fghij' });
  });

  it('begins anew, and says why, when there were too many tries', async () => {
    answers.password = () => needs(['totp']);
    answers.code = () => refused('challenge_expired');
    const user = await withPassword();
    await user.type(await screen.findByLabelText('Code'), '000000{Enter}');
    await screen.findByText('That took too long or was tried too often. Please log in again.');
    expect(screen.getByLabelText('Email address')).toHaveProperty('value', 'ada@example.com');
  });

  it('says how long to wait after too many attempts', async () => {
    answers.password = () => needs(['totp']);
    answers.code = () => ({
      status: 429,
      headers: { 'Retry-After': '60' },
      body: { code: 'too_many_attempts' },
    });
    const user = await withPassword();
    await user.type(await screen.findByLabelText('Code'), '000000{Enter}');
    await screen.findByText('Too many attempts. Please try again in 60 seconds.');
  });

  it('is accessible, and can be left for another account', async () => {
    answers.password = () => needs(['totp', 'recovery']);
    const user = await withPassword();
    await screen.findByLabelText('Code');
    expect(await accessibilityFaults()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Use another account' }));
    await screen.findByLabelText('Password');
  });
});

describe('setting the second factor up on the way in', () => {
  beforeEach(() => {
    answers.password = () => ({ status: 401, body: { code: 'second_factor_setup_needed', challenge: 's1' } });
    answers['/auth/tokens/setup'] = () => ({
      body: { secret: 'ABCDEFGHIJ', otpauthUri: 'otpauth://totp/x', qrCode: 'data:image/svg+xml,%3Csvg/%3E' },
    });
  });

  it('shows the secret three ways, then the recovery codes, then goes on', async () => {
    answers.code = () => ({ body: { ...granted.body, recoveryCodes: ['aaaaa-bbbbb', 'ccccc-ddddd'] } });
    const user = await withPassword();
    await screen.findByText('ABCD EFGH IJ');
    expect(screen.getByRole('heading', { name: 'Set up a second factor' })).toBe(document.activeElement);
    expect(screen.getByRole('img', { name: /QR code/ }).getAttribute('src')).toMatch(/^data:image/);
    expect(screen.getByRole('link', { name: /open the app/ }).getAttribute('href')).toBe('otpauth://totp/x');
    expect(await accessibilityFaults()).toEqual([]);
    await user.type(screen.getByLabelText('Code that the app shows'), '123456{Enter}');
    await screen.findByText('aaaaa-bbbbb');
    expect(screen.getByRole('heading', { name: 'Save these codes' })).toBe(document.activeElement);
    expect(await accessibilityFaults()).toEqual([]);
    expect(screen.queryByText('The site')).toBeNull();
    await user.click(screen.getByRole('button', { name: "I've saved them" }));
    await screen.findByText('The site');
    expect(calls.filter(({ path }) => path === '/auth/tokens/setup').map(({ body }) => body)).toEqual([
      { challenge: 's1' },
    ]);
  });

  it('says that a code is wrong, and the next one is typed over it', async () => {
    answers.code = ({ body }) =>
      (body as { code: string }).code === '111111' ? granted : refused('wrong_code');
    const user = await withPassword();
    await user.type(await screen.findByLabelText('Code that the app shows'), '000000');
    await user.click(screen.getByRole('button', { name: 'Turn it on and log in' }));
    await screen.findByText(/This code is incorrect. Enter the code that your app shows now/);
    await user.keyboard('111111{Enter}');
    await screen.findByText('The site');
    expect(calls.at(-1)?.body).toEqual({ challenge: 's1', code: '111111' });
  });

  it('begins anew when it took too long', async () => {
    answers['/auth/tokens/setup'] = () => refused('challenge_expired');
    await withPassword();
    await screen.findByText('That took too long or was tried too often. Please log in again.');
  });
});

describe('a passkey alone', () => {
  it('logs in', async () => {
    withAuthenticator(signed);
    const { user } = renderScreen(routes, '/cms-login');
    await user.click(await screen.findByRole('button', { name: 'Log in with a passkey' }));
    await screen.findByText('The site');
    expect(calls[0]?.body).toEqual({});
  });

  it('that is not known any more is told apart from a wrong password', async () => {
    withAuthenticator(signed);
    answers.passkey = () => refused('invalid_credentials');
    const { user } = renderScreen(routes, '/cms-login');
    await user.click(await screen.findByRole('button', { name: 'Log in with a passkey' }));
    await screen.findByText('That passkey does not belong to an account here any more.');
  });

  it('that was not given leaves the form as it was', async () => {
    withAuthenticator(() => Promise.reject(Object.assign(new Error(), { name: 'NotAllowedError' })));
    const { user } = renderScreen(routes, '/cms-login');
    await user.click(await screen.findByRole('button', { name: 'Log in with a passkey' }));
    await screen.findByText(/No passkey was used/);
    expect(calls.filter(({ path }) => path === '/auth/tokens')).toEqual([]);
  });

  it('is not offered where the browser has none', async () => {
    renderScreen(routes, '/cms-login');
    await screen.findByLabelText('Password');
    expect(screen.queryByRole('button', { name: /passkey/ })).toBeNull();
  });

  it('is offered with what the browser fills in', async () => {
    renderScreen(routes, '/cms-login');
    const email = await screen.findByLabelText('Email address');
    await waitFor(() => expect(email.getAttribute('autocomplete')).toBe('username webauthn'));
  });
});
