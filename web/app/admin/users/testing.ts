/** For tests of the screens of users: what the services have, and how they answer. */
import type { UserRecord } from '../../api/users.ts';
import type { Call } from '../../testing/screen.tsx';

const when = '2026-01-02T00:00:00Z';

export function userOf(id: string, firstName: string, changes: Partial<UserRecord> = {}): UserRecord {
  const dates = { createdAt: when, updatedAt: when, version: 2 };
  return {
    id,
    personId: `p${id}`,
    person: {
      id: `p${id}`,
      firstName,
      lastName: 'Example',
      emailAddress: `${firstName.toLowerCase()}@example.org`,
      timezone: 'Europe/London',
      ...dates,
    },
    state: 'active',
    scopes: [],
    hasPassword: true,
    hasSecondFactor: true,
    isInvited: false,
    lastLoginAt: when,
    ...dates,
    ...changes,
  };
}

const scopeOf = (name: string) => ({
  id: name,
  name,
  description: '',
  isBuiltIn: true,
  requiresSecondFactor: name === 'admin',
  userCount: 1,
  createdAt: when,
  updatedAt: when,
});

export const schema = {
  id: 's1',
  name: 'Card',
  description: '',
  memberAccess: 'none',
  schema: {
    type: 'object',
    properties: { number: { type: 'string', title: 'Number' } },
    required: ['number'],
  },
  version: 1,
  dataCount: 0,
  createdAt: when,
  updatedAt: when,
};

export interface Service {
  users: UserRecord[];
  site: Record<string, unknown>;
  config: unknown[];
  /** What is recorded of everybody. */
  profileData: () => unknown[];
}

/** An administrator, an editor, a super and somebody who has not been invited, on a site without mail or CRM. */
export const newService = (): Service => ({
  users: [
    userOf('1', 'Me', { scopes: ['admin'] }),
    userOf('2', 'Ada', { scopes: ['editor', 'crm:read'] }),
    userOf('3', 'Sue', { scopes: ['super'] }),
    userOf('4', 'Ned', { hasPassword: false, hasSecondFactor: false, lastLoginAt: null }),
  ],
  site: { hasCRM: false, hasMail: false, allowRegistration: false },
  config: [{ id: 'c1', key: 'allowRegistration', value: false, version: 5 }],
  profileData: () => [],
});

const page = (results: unknown[]) => ({ results, total: results.length, start: 0, limit: 100 });

/** The answer to a call that reads. */
export function read({ users, site, config, profileData }: Service, { path }: Call) {
  if (path === '/auth/users') return { body: page(users) };
  const user = users.find(({ id }) => path === `/auth/users/${id}`);
  if (user) return { body: user };
  if (path === '/auth/scopes') return { body: page(['admin', 'crm:read', 'editor', 'super'].map(scopeOf)) };
  if (path === '/cms/site') return { body: site };
  if (path === '/cms/config') return { body: config };
  if (path === '/auth/schemas') return { body: page([schema]) };
  if (path.endsWith('/sessions'))
    return {
      body: [
        {
          id: 'x1',
          device: 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0',
          address: '192.0.2.1',
          createdAt: when,
          lastUsedAt: when,
          isCurrent: false,
        },
      ],
    };
  if (path.endsWith('/profile-data')) return { body: page(profileData()) };
  if (path.endsWith('/api-tokens')) return { body: page([]) };
  return { status: 404, body: { code: 'not_found', title: 'Page Not Found', errors: [] } };
}
