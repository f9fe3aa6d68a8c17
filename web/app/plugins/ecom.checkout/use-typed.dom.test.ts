import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CLAIMS_KEY } from '../../session/claims.ts';
import { readMember } from './member.ts';
import { begun } from './typed.ts';
import { useTyped } from './use-typed.ts';

/** Lets go the answers to who is logged in, and how many asked. */
let answer: () => void;
let accounts: number;

beforeEach(() => {
  sessionStorage.clear();
  accounts = 0;
  const exp = Date.now() / 1000 + 600;
  localStorage.setItem(CLAIMS_KEY, JSON.stringify({ sub: 'zoe', exp, scopes: [] }));
  const isReady = new Promise<void>((resolve) => {
    answer = resolve;
  });
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    if (!url.endsWith('/auth/account')) return Response.json({ results: [] });
    accounts += 1;
    await isReady;
    const person = { emailAddress: 'zoe@example.org', firstName: 'Zoë', lastName: 'Ångström' };
    return Response.json({ user: { person } });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

it('begins with nothing where the browser keeps nothing', () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('Access is denied.', 'SecurityError');
  });
  const { result } = renderHook(() => useTyped('GB'));
  expect(result.current[0]).toMatchObject({ email: '' });
});

it('begins with what is known of a member', async () => {
  const { result } = renderHook(() => useTyped('GB'));
  answer();
  await waitFor(() => expect(result.current[0]).toMatchObject({ email: 'zoe@example.org' }));
});

it('has nothing of a member whose answer comes once they have left in another tab', async () => {
  const { result } = renderHook(() => useTyped('GB'));
  await waitFor(() => expect(accounts).toBe(1));
  localStorage.removeItem(CLAIMS_KEY);
  act(() => void dispatchEvent(new Event('storage')));
  await act(async () => {
    answer();
    // Asked for later than that of the form, it is there later.
    expect(await readMember()).toMatchObject({ name: 'Zoë Ångström' });
  });
  expect(result.current[0]).toEqual(begun(undefined, 'GB'));
});
