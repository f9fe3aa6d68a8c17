import type { LoaderFunctionArgs } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readRedirectedFrom, rememberRedirectedFrom } from '../session/redirected-from.ts';
import { clearClaims, readClaims, storeClaims } from '../session/session-store.ts';
import { takeTurnedAway } from '../session/turned-away.ts';
import { answerCalls, claimsWith } from '../testing/screen.tsx';
import {
  adminGuard,
  ecomGuard,
  editorGuard,
  goTo,
  loginGuard,
  setupGuard,
  takeDestination,
} from './guards.ts';

const assign = vi.fn();

beforeEach(() => {
  vi.stubGlobal('location', { ...window.location, assign });
});

afterEach(() => {
  assign.mockClear();
  clearClaims();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

const at = (path: string) =>
  ({ request: new Request(`http://localhost${path}`), params: {} }) as unknown as LoaderFunctionArgs;
const granted = (...scopes: string[]) => ({ body: { public: { claims: claimsWith(...scopes) } } });

describe('editorGuard', () => {
  it('lets those in who may edit, without a call', async () => {
    const calls = answerCalls(() => granted());
    storeClaims(claimsWith('editor'));
    expect(await editorGuard(at('/about'))).toBeNull();
    expect(calls).toEqual([]);
  });

  it('gets the claims anew when the storage was cleared but the session stands', async () => {
    answerCalls(() => granted('super'));
    expect(await editorGuard(at('/about'))).toBeNull();
    expect(readClaims()?.scopes).toEqual(['super']);
  });

  it('leaves the page to the host when the account may not edit any more', async () => {
    answerCalls(() => granted('members'));
    const response = await editorGuard(at('/about?x=1'));
    expect(response?.headers.get('Location')).toBe('/about?x=1');
    expect(response?.headers.get('X-Remix-Reload-Document')).toBe('true');
  });

  it('ends what is left of a session that cannot be renewed, and loads the page as a visitor', async () => {
    const calls = answerCalls(({ method }) => ({ status: method === 'DELETE' ? 204 : 401 }));
    await editorGuard(at('/about'));
    expect(calls.map(({ method }) => method)).toEqual(['POST', 'DELETE']);
    expect(assign).toHaveBeenCalledWith('/about');
  });

  it.each([0, 503])('ends nothing where no answer came (%d)', async (status) => {
    const calls = answerCalls(() => {
      if (status === 0) throw new TypeError('Failed to fetch');
      return { status };
    });
    await expect(editorGuard(at('/about'))).rejects.toMatchObject({ status });
    expect(calls.map(({ method }) => method)).toEqual(['POST']);
    expect(assign).not.toHaveBeenCalled();
  });
});

describe('takeDestination', () => {
  it('takes what was remembered, and takes it once', () => {
    storeClaims(claimsWith('admin'));
    rememberRedirectedFrom('/cms-admin/pages');
    expect(takeDestination()).toBe('/cms-admin/pages');
    expect(takeDestination()).toBe('/');
  });

  it('tells from what it leads away, the start apart', () => {
    storeClaims(claimsWith('editor'));
    rememberRedirectedFrom('/cms-admin/emails?q=ada');
    expect([takeDestination(), takeTurnedAway()]).toEqual(['/cms-admin/pages', '/cms-admin/emails']);
    rememberRedirectedFrom('/cms-admin/pages?sort=url');
    expect([takeDestination(), takeTurnedAway()]).toEqual(['/cms-admin/pages?sort=url', null]);
    rememberRedirectedFrom('/cms-admin');
    expect([takeDestination(), takeTurnedAway()]).toEqual(['/cms-admin/pages', null]);
  });

  it('keeps what this account may not open', () => {
    storeClaims(claimsWith('members'));
    rememberRedirectedFrom('/cms-admin/pages');
    expect(takeDestination()).toBeNull();
    expect(readRedirectedFrom()).toBe('/cms-admin/pages');
  });
});

it('goTo loads files, and public pages for those who do not edit', () => {
  storeClaims(claimsWith('members'));
  expect(goTo('/about').headers.get('X-Remix-Reload-Document')).toBe('true');
  storeClaims(claimsWith('editor'));
  expect(goTo('/about').headers.get('X-Remix-Reload-Document')).toBeNull();
  expect(goTo('/files/prices.pdf').headers.get('X-Remix-Reload-Document')).toBe('true');
});

describe('the guards of the screens for staff', () => {
  const remembered = async (guard: typeof adminGuard, path: string) => {
    const response = await guard(at(path));
    return [response?.headers.get('Location') ?? 'stays', readRedirectedFrom()];
  };

  it.each([
    [['admin'], '/cms-admin/users?q=ada', 'stays', null],
    [['super'], '/cms-admin', 'stays', null],
    [['editor'], '/cms-admin', '/cms-admin/pages', null],
    [['editor'], '/cms-admin/account', 'stays', null],
    [['crm:read'], '/cms-admin/crm/tags', 'stays', null],
    [['crm:read'], '/cms-admin/users', '/cms-admin/crm', null],
    [['crm:read'], '/cms-admin/account', 'stays', null],
    [['ecom:read'], '/cms-admin/account', 'stays', null],
    [['ecom:read'], '/cms-admin', '/cms-ecom', null],
    [['ecom:read'], '/cms-admin/users', '/cms-ecom', null],
    [['members'], '/cms-admin', '/cms-login', '/cms-admin'],
    [null, '/cms-admin/pages?sort=url', '/cms-login', '/cms-admin/pages?sort=url'],
  ])('%j at %s: %s, remembering %s', async (scopes, path, leads, kept) => {
    if (scopes) storeClaims(claimsWith(...scopes));
    expect(await remembered(adminGuard, path)).toEqual([leads, kept]);
  });

  it.each([
    [['admin'], '/cms-ecom', 'stays', null],
    [['ecom:read'], '/cms-ecom/orders?page=2', 'stays', null],
    [['crm:read'], '/cms-ecom/orders', '/cms-admin/crm', null],
    [['editor'], '/cms-ecom', '/cms-login', '/cms-ecom'],
    [['members'], '/cms-ecom', '/cms-login', '/cms-ecom'],
    [null, '/cms-ecom/orders?page=2', '/cms-login', '/cms-ecom/orders?page=2'],
  ])('%j at %s: %s, remembering %s', async (scopes, path, leads, kept) => {
    if (scopes) storeClaims(claimsWith(...scopes));
    expect(await remembered(ecomGuard, path)).toEqual([leads, kept]);
  });

  it.each([
    [['editor'], adminGuard, '/cms-admin/emails?q=ada', '/cms-admin/emails'],
    [['ecom:read'], adminGuard, '/cms-admin/users', '/cms-admin/users'],
    [['crm:read'], ecomGuard, '/cms-ecom/orders', '/cms-ecom/orders'],
    // Everybody begins there, each at a place of their own.
    [['editor'], adminGuard, '/cms-admin', null],
    [['editor'], adminGuard, '/cms-admin/', null],
    [['editor'], adminGuard, '/cms-admin/pages', null],
    // The login is asked for first.
    [['members'], adminGuard, '/cms-admin/emails', null],
  ])('tell %j from what they are led away', async (scopes, guard, path, told) => {
    storeClaims(claimsWith(...scopes));
    await guard(at(path));
    expect([takeTurnedAway(), takeTurnedAway()]).toEqual([told, null]);
  });

  it('asks to log in when the claims have run out', async () => {
    storeClaims({ ...claimsWith('super'), exp: 1 });
    expect(await remembered(adminGuard, '/cms-admin')).toEqual(['/cms-login', '/cms-admin']);
  });
});

describe('setupGuard', () => {
  it('is open while there is nobody', async () => {
    answerCalls(() => ({ body: { userCount: 0 } }));
    expect(await setupGuard(at('/cms-setup'))).toBeNull();
  });

  it('forgets where somebody was going before there was a site', async () => {
    answerCalls(() => ({ body: { userCount: 0 } }));
    await adminGuard(at('/cms-admin/users'));
    await setupGuard(at('/cms-setup'));
    storeClaims(claimsWith('super'));
    expect(takeDestination()).toBe('/');
  });

  it.each([{ body: { userCount: 1 } }, { status: 503 }])('leads to the login after %j', async (answer) => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    answerCalls(() => answer);
    expect((await setupGuard(at('/cms-setup')))?.headers.get('Location')).toBe('/cms-login');
  });
});

describe('loginGuard', () => {
  const destination = async () => (await loginGuard(at('/cms-login')))?.headers.get('Location') ?? 'stays';

  it('shows the login to whoever is not logged in', async () => {
    rememberRedirectedFrom('/about');
    expect(await destination()).toBe('stays');
    expect(readRedirectedFrom()).toBe('/about');
  });

  it.each([
    ['editor', '/'],
    ['crm:read', '/cms-admin/account'],
    ['ecom:read', '/cms-ecom'],
    ['members', '/'],
  ])('sends %s on to %s', async (scope, home) => {
    answerCalls(() => granted(scope));
    storeClaims(claimsWith(scope));
    expect(await destination()).toBe(home);
  });

  it('lets somebody log in whose session has been ended', async () => {
    answerCalls(() => ({ status: 401, body: { code: 'session_expired', title: 'Unauthorized' } }));
    storeClaims(claimsWith('members'));
    expect(await destination()).toBe('stays');
    expect(readClaims()).toBeNull();
  });

  it('believes the claims while nobody can be asked', async () => {
    answerCalls(() => ({ status: 503 }));
    storeClaims(claimsWith('members'));
    expect(await destination()).toBe('/');
  });

  it('sends to what was remembered, which is then cleared', async () => {
    answerCalls(() => granted('members'));
    storeClaims(claimsWith('members'));
    rememberRedirectedFrom('/club?a=b#c');
    expect(await destination()).toBe('/club?a=b#c');
    expect(readRedirectedFrom()).toBeNull();
  });

  describe('from a page that says 401', () => {
    const from = async () =>
      (await loginGuard(at('/cms-login?redirectedFrom=%2Fclub')))?.headers.get('Location');

    it('lets somebody log in whose session has ended, whatever the claims say', async () => {
      const calls = answerCalls(() => ({
        status: 401,
        body: { code: 'refresh_invalid', title: 'Unauthorized' },
      }));
      storeClaims(claimsWith('members'));
      expect(await from()).toBeUndefined();
      expect(readClaims()).toBeNull();
      expect(calls.map(({ path, body }) => [path, body])).toEqual([['/auth/tokens', { refresh: true }]]);
    });

    it('sends on whoever is logged in after all', async () => {
      answerCalls(() => granted('members'));
      storeClaims(claimsWith('members'));
      rememberRedirectedFrom('/club');
      expect(await from()).toBe('/club');
    });

    it('asks nobody where nobody is logged in', async () => {
      const calls = answerCalls(() => granted());
      expect(await from()).toBeUndefined();
      expect(calls).toEqual([]);
    });
  });
});
