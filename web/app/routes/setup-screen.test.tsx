import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { browserZone } from '#words/format.ts';
import { clearClaims, readClaims } from '../session/session-store.ts';
import { accessibilityFaults } from '../testing/accessibility.ts';
import { answerCalls, type Call, claimsWith, renderScreen } from '../testing/screen.tsx';
import { setupGuard } from './guards.ts';
import { SetupScreen } from './setup-screen.tsx';

let onSetUp: (call: Call) => { status?: number; body?: unknown };
let calls: Call[];
let userCount = 0;

beforeEach(() => {
  userCount = 0;
  onSetUp = () => ({ status: 201, body: { public: { claims: claimsWith('super') } } });
  calls = answerCalls((call) => (call.path === '/auth/setup' ? onSetUp(call) : { body: { userCount } }));
});

afterEach(() => {
  clearClaims();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const routes = [
  { path: '/', Component: () => <p>The first page</p> },
  { path: '/cms-login', Component: () => <p>The login</p> },
  { path: '/cms-setup', loader: setupGuard, Component: SetupScreen },
];

const FILLED = {
  'Name of the site': 'Northlight',
  'First name': 'Ada',
  'Last name': 'Byron',
  'Email address': 'ada@example.com',
  Password: 'three quiet words',
};

/** Letter by letter it would take seconds. */
async function fillIn() {
  await screen.findByLabelText('Name of the site');
  for (const [label, value] of Object.entries(FILLED)) {
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  }
}

const send = (user: ReturnType<typeof renderScreen>['user']) =>
  user.click(screen.getByRole('button', { name: 'Create the site' }));

describe('setting up', () => {
  it('sends what was entered with the code of the link, and opens the first page logged in', async () => {
    const { user } = renderScreen(routes, '/cms-setup?code=from-link');
    await fillIn();
    await user.click(screen.getByLabelText(/^A shop/));
    expect(screen.queryByLabelText('Set-up code')).toBeNull();
    await send(user);
    await screen.findByText('The first page');
    expect(calls.at(-1)?.body).toEqual({
      code: 'from-link',
      siteName: 'Northlight',
      firstName: 'Ada',
      lastName: 'Byron',
      emailAddress: 'ada@example.com',
      password: 'three quiet words',
      language: 'en-US',
      timezone: browserZone(),
      hasEcom: true,
      hasCRM: false,
    });
    expect(readClaims()?.scopes).toEqual(['super']);
  });

  it.each([
    ['de-AT', 'de-AT'],
    ['de-LU', 'de'],
    ['tlh', 'en'],
  ])('offers the language of a browser in %s', async (browser, offered) => {
    vi.spyOn(navigator, 'language', 'get').mockReturnValue(browser);
    const { user } = renderScreen(routes, '/cms-setup?code=x');
    await fillIn();
    await send(user);
    await screen.findByText('The first page');
    expect(calls.at(-1)?.body).toMatchObject({ language: offered });
  });

  it('asks for the code when it is wrong, and keeps asking until it is right', async () => {
    onSetUp = ({ body }) =>
      (body as { code: string }).code === 'right'
        ? { status: 201, body: { public: { claims: claimsWith('super') } } }
        : { status: 403, body: { code: 'wrong_setup_code', errors: [] } };
    const { user } = renderScreen(routes, '/cms-setup?code=wrong');
    await fillIn();
    await send(user);
    await screen.findByText(/The setup code is incorrect/);
    const code = screen.getByLabelText('Set-up code');
    await waitFor(() => expect(document.activeElement).toBe(code));
    await user.clear(code);
    await user.type(screen.getByLabelText('Set-up code'), 'right');
    await send(user);
    await screen.findByText('The first page');
  });

  it('begins with the first field there is to fill in', async () => {
    renderScreen(routes, '/cms-setup');
    const code = await screen.findByLabelText('Set-up code');
    expect(document.activeElement).toBe(code);
  });

  it('shows what the service refuses beside its field', async () => {
    const errors = [{ field: 'emailAddress', code: 'x', detail: 'This cannot be an address.' }];
    onSetUp = () => ({ status: 422, body: { title: 'Unprocessable', errors } });
    const { user } = renderScreen(routes, '/cms-setup?code=x');
    await fillIn();
    await send(user);
    await screen.findByText('This cannot be an address.');
    expect(screen.getByLabelText('Email address').getAttribute('aria-invalid')).toBe('true');
  });

  it('leads to the login when somebody else was first', async () => {
    onSetUp = () => ({ status: 409, body: { code: 'already_set_up', errors: [] } });
    const { user } = renderScreen(routes, '/cms-setup?code=x');
    await fillIn();
    await send(user);
    await screen.findByText('The login');
    expect(screen.getByText(/set up already/)).toBeTruthy();
    expect(readClaims()).toBeNull();
  });
});

describe('the way in', () => {
  it('is closed once there is a user', async () => {
    userCount = 1;
    renderScreen(routes, '/cms-setup');
    await screen.findByText('The login');
  });

  it('is closed, with a line in the log, when the state cannot be read', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    answerCalls(() => ({ status: 503 }));
    renderScreen(routes, '/cms-setup');
    await screen.findByText('The login');
    expect(log).toHaveBeenCalledOnce();
  });
});

it('is accessible, also with all its faults shown', async () => {
  const { user } = renderScreen(routes, '/cms-setup');
  await screen.findByLabelText('Set-up code');
  await send(user);
  await screen.findByText('Give the site a name.');
  expect(await accessibilityFaults()).toEqual([]);
});
