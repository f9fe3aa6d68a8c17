import { screen, waitFor } from '@testing-library/react';
import { useLocation } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clearClaims, storeClaims } from '../session/session-store.ts';
import { accessibilityFaults } from '../testing/accessibility.ts';
import { answerCalls, type Call, claimsWith, renderScreen } from '../testing/screen.tsx';
import { GoogleCallbackScreen } from './google-callback-screen.tsx';

let calls: Call[];
let address: string;
let answer: { status: number; body?: unknown };

beforeEach(() => {
  storeClaims(claimsWith('admin'));
  answer = { status: 204 };
  calls = answerCalls(() => answer);
});

afterEach(() => {
  clearClaims();
  vi.unstubAllGlobals();
});

const show = (search: string) =>
  renderScreen(
    [
      {
        path: '/oauth2/callback/google',
        Component: () => {
          address = useLocation().search;
          return <GoogleCallbackScreen />;
        },
      },
      { path: '/cms-admin/analytics', Component: () => <h1>Analytics</h1> },
    ],
    `/oauth2/callback/google${search}`,
  );

it('connects the site once, and goes to the analytics', async () => {
  show('?state=s&code=c&scope=x');
  await screen.findByRole('heading', { name: 'Analytics' });
  expect(calls.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['POST', '/cms/google/authorise', { code: 'c', state: 's' }],
  ]);
});

it('says why it did not, and leads back', async () => {
  answer = {
    status: 422,
    body: { code: 'google_code_invalid', title: 'Google code invalid', detail: 'Connect again.', errors: [] },
  };
  show('?state=s&code=c');
  await screen.findByText('Connect again.');
  expect(await accessibilityFaults()).toEqual([]);
  expect(screen.getByRole('link', { name: 'Back to Analytics' }).getAttribute('href')).toBe(
    '/cms-admin/analytics',
  );
  expect(calls).toHaveLength(1);
  // A code that is spent is not left there.
  expect(address).toBe('');
});

it.each([
  ['?error=access_denied&state=s', 'Google was not allowed to share the analytics.'],
  ['?state=s', 'Google’s answer is incomplete. Connect again.'],
])('sends nothing for %s', async (search, words) => {
  show(search);
  await screen.findByText(words);
  expect(calls).toEqual([]);
});

it('is for administrators', async () => {
  storeClaims(claimsWith('editor'));
  show('?state=s&code=c');
  await waitFor(() => screen.getByText('Only an administrator can connect the site with Google.'));
  expect(calls).toEqual([]);
});
