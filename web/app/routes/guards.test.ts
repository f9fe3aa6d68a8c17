import type { LoaderFunctionArgs } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readRedirectedFrom, rememberRedirectedFrom } from '../session/redirected-from.ts';
import { clearClaims, readClaims, storeClaims } from '../session/session-store.ts';
import { answerCalls, claimsWith } from '../testing/screen.tsx';
import { editorGuard, goTo, takeDestination } from './guards.ts';

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
});

describe('takeDestination', () => {
  it('takes what was remembered, and takes it once', () => {
    storeClaims(claimsWith('admin'));
    rememberRedirectedFrom('/cms-admin/pages');
    expect(takeDestination()).toBe('/cms-admin/pages');
    expect(takeDestination()).toBe('/');
  });

  it('keeps what this account may not open', () => {
    storeClaims(claimsWith('ecom:read'));
    rememberRedirectedFrom('/cms-admin/pages');
    expect(takeDestination()).toBeNull();
    expect(readRedirectedFrom()).toBe('/cms-admin/pages');
  });
});

it('goTo loads public pages from the host for those who do not edit', () => {
  storeClaims(claimsWith('members'));
  expect(goTo('/about').headers.get('X-Remix-Reload-Document')).toBe('true');
  storeClaims(claimsWith('editor'));
  expect(goTo('/about').headers.get('X-Remix-Reload-Document')).toBeNull();
});
