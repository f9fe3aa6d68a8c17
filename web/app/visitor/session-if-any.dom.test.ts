import { afterEach, describe, expect, it, vi } from 'vitest';
import { CLAIMS_KEY } from '../session/claims.ts';
import { endOnServer } from '../session/due-log-out.ts';
import { claimsWith } from '../testing/screen.tsx';
import { followSession } from './session-if-any.ts';

afterEach(() => {
  localStorage.clear();
  document.body.replaceChildren();
});

const isLoaded = (attributes: Record<string, string> = {}): boolean => {
  const script = document.createElement('script');
  script.type = 'text/plain';
  Object.assign(script.dataset, { session: '/assets/session.js', ...attributes });
  document.body.replaceChildren(script);
  const load = vi.fn(async () => ({ followSession: async () => undefined }));
  followSession(load);
  return load.mock.calls.length > 0;
};

describe("the session's script", () => {
  it('is not loaded for a visitor who never logged in', () => {
    expect(isLoaded()).toBe(false);
    expect(isLoaded({ anybody: '' })).toBe(false);
  });

  it('is loaded for a user who has logged in on this device, or by a posted form', () => {
    expect(isLoaded({ member: '' })).toBe(true);
    localStorage.setItem(CLAIMS_KEY, JSON.stringify(claimsWith('members')));
    expect(isLoaded()).toBe(true);
  });

  it('is told whether a form of the page is half-written', async () => {
    const script = document.createElement('script');
    Object.assign(script, { type: 'text/plain' });
    Object.assign(script.dataset, { session: '/assets/session.js', member: '' });
    document.body.innerHTML = '<div id="page"><form method="post"><input name="name"></form></div>';
    document.body.append(script);
    const follow = vi.fn<(isHalfWritten: () => boolean) => Promise<unknown>>(async () => undefined);
    followSession(async () => ({ followSession: follow }));
    await vi.waitFor(() => expect(follow).toHaveBeenCalled());
    const isHalfWritten = follow.mock.calls[0]?.[0];
    expect(isHalfWritten?.()).toBe(false);
    (document.querySelector('input') as HTMLInputElement).value = 'Ida';
    expect(isHalfWritten?.()).toBe(true);
  });

  it('is not loaded where the browser keeps nothing, and the rest of the page goes on', () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('Access is denied.', 'SecurityError');
    });
    expect(isLoaded()).toBe(false);
    expect(isLoaded({ member: '' })).toBe(true);
  });

  it('is loaded where the server has not heard of a log-out yet', async () => {
    await endOnServer(() => Promise.reject(new Error('no answer')));
    expect(isLoaded()).toBe(true);
  });
});
