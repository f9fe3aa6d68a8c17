import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CLAIMS_KEY } from '../session/claims.ts';
import { clearClaims, storeClaims } from '../session/session-store.ts';
import { accessibilityFaults } from '../testing/accessibility.ts';
import { type Answer, answerCalls, claimsWith, renderScreen } from '../testing/screen.tsx';
import { waitInWords } from '../ui/too-many-attempts.ts';
import { adminGuard, loginGuard } from './guards.ts';
import { LoginScreen } from './login-screen.tsx';

afterEach(() => {
  clearClaims();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

const routes = [
  { path: '/', Component: () => <p>The site</p> },
  { path: '/cms-login', loader: loginGuard, Component: LoginScreen },
  { path: '/cms-admin/*', loader: adminGuard, Component: () => <p>The admin</p> },
];

const granted = (...scopes: string[]) => ({ body: { public: { claims: claimsWith(...scopes) } } });

async function logIn(user: ReturnType<typeof renderScreen>['user'], password = 'secret secret') {
  await user.type(await screen.findByLabelText('Email address'), ' ada@example.com ');
  await user.type(screen.getByLabelText('Password'), `${password}{Enter}`);
}

/** Answers when it is told to. */
function answerLate(answer: Answer): () => void {
  const { promise, resolve } = Promise.withResolvers<Answer>();
  answerCalls(() => promise);
  return () => resolve(answer);
}

describe('logging in', () => {
  it('stores the claims and goes to the site', async () => {
    const calls = answerCalls(() => granted('editor'));
    const { user } = renderScreen(routes, '/cms-login');
    await logIn(user);
    await screen.findByText('The site');
    expect(calls[0]).toMatchObject({
      path: '/auth/tokens',
      body: { email: 'ada@example.com', password: 'secret secret' },
    });
    expect(JSON.parse(localStorage.getItem(CLAIMS_KEY) ?? '')).toMatchObject({ scopes: ['editor'] });
  });

  it('goes back to where one was going, once', async () => {
    answerCalls(() => granted('admin'));
    const { user, router } = renderScreen(routes, '/cms-admin/pages?sort=url');
    await logIn(user);
    await screen.findByText('The admin');
    expect(router.state.location).toMatchObject({ pathname: '/cms-admin/pages', search: '?sort=url' });
    expect(sessionStorage.getItem('redirectedFrom')).toBeNull();
  });

  it('says so when the account may not go there, and lets another one try', async () => {
    answerCalls(({ body }) =>
      granted((body as { password: string }).password.startsWith('admin') ? 'admin' : 'readers'),
    );
    const { user } = renderScreen(routes, '/cms-admin/pages');
    await logIn(user);
    await screen.findByText(/You do not have sufficient permissions/);
    await user.clear(screen.getByLabelText('Email address'));
    await user.clear(screen.getByLabelText('Password'));
    await logIn(user, 'admin admin');
    await screen.findByText('The admin');
  });

  it('leads whoever has the shop alone to the shop', async () => {
    answerCalls(() => granted('ecom:read'));
    const shop = { path: '/cms-ecom', Component: () => <p>The shop</p> };
    const { user } = renderScreen([...routes, shop], '/cms-admin/pages');
    await logIn(user);
    await screen.findByText('The shop');
  });

  it('sends on whoever is logged in already', async () => {
    storeClaims(claimsWith('editor'));
    renderScreen(routes, '/cms-login');
    await screen.findByText('The site');
  });
});

describe('a refusal', () => {
  it('says nothing about whether the account exists', async () => {
    answerCalls(() => ({
      status: 401,
      body: { code: 'invalid_credentials', detail: 'No such user ada.', errors: [] },
    }));
    const { user } = renderScreen(routes, '/cms-login');
    await logIn(user);
    const alert = await screen.findByText(/is incorrect/);
    expect(alert.closest('[role="alert"]')?.textContent).not.toMatch(/ada|user|exist/i);
    expect(localStorage.getItem(CLAIMS_KEY)).toBeNull();
  });

  it('lets the next password be typed over the one that was refused', async () => {
    const calls = answerCalls(({ body }) =>
      (body as { password: string }).password === 'right right'
        ? granted('editor')
        : { status: 401, body: { code: 'invalid_credentials', errors: [] } },
    );
    const { user } = renderScreen(routes, '/cms-login');
    await logIn(user);
    await screen.findByText(/is incorrect/);
    await user.keyboard('right right{Enter}');
    await screen.findByText('The site');
    expect(calls.at(-1)?.body).toEqual({ email: 'ada@example.com', password: 'right right' });
  });

  it('leaves whoever has begun to correct the address meanwhile where they are', async () => {
    const refuse = answerLate({ status: 401, body: { code: 'invalid_credentials', errors: [] } });
    const { user } = renderScreen(routes, '/cms-login');
    await logIn(user);
    const email = screen.getByLabelText('Email address');
    await user.click(email);
    refuse();
    await screen.findByText(/is incorrect/);
    expect(document.activeElement).toBe(email);
  });

  it('leaves whoever has begun to type the password anew meanwhile where they are', async () => {
    const refuse = answerLate({ status: 401, body: { code: 'invalid_credentials', errors: [] } });
    const { user } = renderScreen(routes, '/cms-login');
    await logIn(user);
    const password = screen.getByLabelText<HTMLInputElement>('Password');
    await user.clear(password);
    await user.keyboard('right');
    refuse();
    await screen.findByText(/is incorrect/);
    await user.keyboard(' right');
    expect(password.value).toBe('right right');
  });

  it('says that the account is disabled, as the service does to whoever knows the password', async () => {
    const detail = "This account has been disabled. Contact the site's administrators.";
    answerCalls(() => ({ status: 401, body: { code: 'account_disabled', detail, errors: [] } }));
    const { user } = renderScreen(routes, '/cms-login');
    await logIn(user);
    await screen.findByText(detail);
  });

  it('says how long to wait after too many attempts', async () => {
    answerCalls(() => ({ status: 429, headers: { 'Retry-After': '130' }, body: { errors: [] } }));
    const { user } = renderScreen(routes, '/cms-login');
    await logIn(user);
    await screen.findByText('Too many attempts. Please try again in 3 minutes.');
  });

  it('asks for what is missing without a call', async () => {
    const calls = answerCalls(() => granted());
    renderScreen(routes, '/cms-login');
    // Pressed as a browser presses it: nothing of React's is waited for before the next line.
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Log in' });
    button.click();
    expect(screen.getByText('Enter your email address.')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Email address'));
    expect(calls).toEqual([]);
  });
});

it('is accessible', async () => {
  renderScreen(routes, '/cms-login');
  await screen.findByLabelText('Password');
  expect(await accessibilityFaults()).toEqual([]);
});

it.each([
  [1, 'in 1 second'],
  [90, 'in 90 seconds'],
  [91, 'in 2 minutes'],
  [900, 'in 15 minutes'],
])('%i seconds are %s', (seconds, words) => expect(waitInWords(seconds)).toBe(words));
