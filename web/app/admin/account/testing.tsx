/** For tests of the account's screen: what the services have, and how they answer. */
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { answerCalls, type Call, claimsWith, renderScreen } from '../../testing/screen.tsx';
import { AdminScreen, adminLoader } from '../admin-screen.tsx';

export type Answer = { status?: number; body?: unknown };

export const NOW = '2026-11-21T09:00:00Z';
export const person = {
  id: 'person',
  firstName: 'Ada',
  lastName: 'Byron',
  emailAddress: 'ada@example.com',
  timezone: 'Europe/London',
  version: 3,
};
export const account = {
  user: {
    id: 'user',
    personId: 'person',
    person,
    scopes: ['editor', 'crm:read'],
    hasPassword: true,
    hasSecondFactor: true,
  },
  totp: { isEnabled: true, enabledAt: NOW },
  recoveryCodesLeft: 2,
  passkeys: [{ id: 'p1', name: 'Laptop', createdAt: NOW, lastUsedAt: null, isBackedUp: true }],
  needsSecondFactor: true,
  confirmedUntil: null,
  pendingEmailAddress: 'new@example.com',
};
const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36';
const sessions = [
  { id: 's1', device: CHROME, address: '192.0.2.1', createdAt: NOW, lastUsedAt: NOW, isCurrent: true },
  { id: 's2', device: 'curl/8.5.0', address: '192.0.2.2', createdAt: NOW, lastUsedAt: NOW, isCurrent: false },
];
const schemas = [
  ['Kit', 'write'],
  ['File', 'read'],
  ['Secret', 'none'],
].map(([name, memberAccess]) => ({
  id: name,
  name,
  description: '',
  memberAccess,
  version: 1,
  schema: { type: 'object', properties: { size: { type: 'integer' } } },
}));
const data = [
  { id: 'd1', personId: 'person', schemaId: 'File', data: { size: 4 }, isValid: true, version: 1 },
];
export const token = {
  id: 't0',
  name: 'Reports',
  start: 'pwt_0000',
  scopes: ['editor', 'crm:read'],
  createdAt: NOW,
  expiresAt: '2099-01-01T00:00:00Z',
  lastUsedAt: null,
  revokedAt: null,
};
export const listed = (results: unknown[]) => ({
  body: { results, total: results.length, start: 0, limit: 100 },
});

export const wrongPassword = (field: string): Answer => ({
  status: 403,
  body: {
    code: 'wrong_password',
    errors: [{ field, code: 'wrong_password', detail: 'This is not your current password.' }],
  },
});
export const UNCONFIRMED: Answer = { status: 403, body: { code: 'confirmation_needed' } };

/** How the services answer, by method and path, and what they were asked. */
export const services = { answers: {} as Record<string, (call: Call) => Answer>, calls: [] as Call[] };

/** Called once by each file: Ada's account, as the services have it. */
export function prepareEach(): void {
  beforeEach(() => {
    storeClaims(claimsWith('editor', 'crm:read'));
    services.answers = {
      'GET /auth/account': () => ({ body: account }),
      'GET /auth/sessions': () => ({ body: sessions }),
      'GET /auth/account/api-tokens': () => listed([token]),
      'GET /auth/schemas': () => listed(schemas),
      'GET /auth/people/person/profile-data': () => listed(data),
      'GET /cms/site': () => ({ body: { hasCRM: false } }),
    };
    services.calls = answerCalls(
      (call) => services.answers[`${call.method} ${call.path}`]?.(call) ?? { status: 204 },
    );
  });

  afterEach(() => {
    clearClaims();
    vi.unstubAllGlobals();
  });
}

export async function open() {
  const drawn = renderScreen(
    [{ path: '/cms-admin/*', Component: AdminScreen, loader: adminLoader }],
    '/cms-admin/account',
  );
  await screen.findByText('curl');
  await screen.findByRole('button', { name: 'Save Kit' });
  return drawn;
}

export const card = (name: string) => within(screen.getByRole('region', { name }));
export const sent = (method: string, path: string) =>
  services.calls.filter((call) => call.method === method && call.path === path).map(({ body }) => body);
