import { waitFor } from '@testing-library/react';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { createViewAsStore } from './view-as-store.ts';

beforeEach(() => createViewAsStore().set(undefined));

it('puts whom it is into the cookie that the host reads, and takes it away', () => {
  const store = createViewAsStore();
  expect(store.getState().viewAs).toBeUndefined();
  store.set([]);
  expect(document.cookie).toContain('pagewright_view_as=-');
  store.set(['club', 'crm:read']);
  expect(document.cookie).toContain('pagewright_view_as=club+crm:read');
  store.set(undefined);
  expect(document.cookie).not.toContain('pagewright_view_as');
});

it('begins as the cookie says, after a reload or in another tab', () => {
  createViewAsStore().set(['club']);
  expect(createViewAsStore().getState().viewAs).toEqual(['club']);
});

it('remembers whom it was', () => {
  const store = createViewAsStore();
  expect(store.getState().last).toEqual([]);
  store.set(['club']);
  store.set(undefined);
  expect(store.getState()).toMatchObject({ viewAs: undefined, last: ['club'] });
});

it('hears of other tabs, and stops when it is left', async () => {
  const [one, other] = [createViewAsStore(), createViewAsStore()];
  const leave = [one.follow(), other.follow()];
  one.set(['club']);
  await waitFor(() => expect(other.getState().viewAs).toEqual(['club']));
  one.set(undefined);
  await waitFor(() => expect(other.getState().viewAs).toBeUndefined());
  for (const stop of leave) stop();
  one.set([]);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(other.getState().viewAs).toBeUndefined();
});

it('finds what was changed while it did not listen', () => {
  const store = createViewAsStore();
  createViewAsStore().set(['club']);
  const leave = store.follow();
  expect(store.getState().viewAs).toEqual(['club']);
  leave();
});

it('tells other tabs only once they can read it', () => {
  // As browsers do: what is set is there for all when the one who set it has asked for it.
  let [set, there] = ['', ''];
  Object.defineProperty(document, 'cookie', {
    configurable: true,
    get: () => {
      there = set;
      return there;
    },
    set: (cookie: string) => {
      set = cookie;
    },
  });
  onTestFinished(() => {
    Reflect.deleteProperty(document, 'cookie');
  });
  const store = createViewAsStore();
  const leave = store.follow();
  const tell = vi.spyOn(BroadcastChannel.prototype, 'postMessage').mockImplementation(() => {
    expect(there).toContain('pagewright_view_as=club');
  });
  store.set(['club']);
  expect(tell).toHaveBeenCalledOnce();
  leave();
});
