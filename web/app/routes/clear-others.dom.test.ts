import { QueryObserver } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { queryClient } from '../api/query-client.ts';
import { clearClaims, storeClaims } from '../session/session-store.ts';
import { claimsWith } from '../testing/screen.tsx';
import { clearOthers } from './clear-others.ts';

const ada = { ...claimsWith('admin'), user: 'ada' };
const bob = { ...claimsWith('editor'), user: 'bob' };
let stop: () => void = () => {};

afterEach(() => {
  stop();
  queryClient.clear();
  clearClaims();
});

function whileAdaIsHere(): void {
  storeClaims(ada);
  stop = clearOthers();
  queryClient.setQueryData(['account'], 'that of Ada');
}

it('shows nobody what the person before was shown', () => {
  whileAdaIsHere();
  clearClaims();
  storeClaims(bob);
  expect(queryClient.getQueryData(['account'])).toBeUndefined();
});

it('has screens that are open read anew', async () => {
  whileAdaIsHere();
  const read = vi.fn(async () => 'that of Bob');
  const observer = new QueryObserver(queryClient, {
    queryKey: ['account'],
    queryFn: read,
    staleTime: 60_000,
  });
  const seen: unknown[] = [];
  const leave = observer.subscribe(({ data }) => seen.push(data));
  storeClaims(bob);
  await waitFor(() => expect(seen.at(-1)).toBe('that of Bob'));
  expect(observer.getCurrentResult().data).toBe('that of Bob');
  expect(seen[0]).toBeUndefined();
  leave();
});

it('keeps it for a person who logs in again, and over renewals', () => {
  whileAdaIsHere();
  storeClaims({ ...ada, exp: ada.exp + 60 });
  clearClaims();
  storeClaims(ada);
  expect(queryClient.getQueryData(['account'])).toBe('that of Ada');
});
