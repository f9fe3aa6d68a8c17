import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CLAIMS_KEY } from '../../session/claims.ts';
import { keep, kept, onCleared } from './kept.ts';

const logIn = (sub: string) => localStorage.setItem(CLAIMS_KEY, JSON.stringify({ sub, exp: 1, scopes: [] }));
const logOut = () => localStorage.removeItem(CLAIMS_KEY);

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

describe('what a tab keeps of the till', () => {
  it('stays a guest’s, also when they log in', () => {
    keep('typed', 'Ada');
    expect(kept('typed')).toBe('Ada');
    logIn('ada');
    expect(kept('typed')).toBe('Ada');
  });

  it('stays while its member’s session is renewed', () => {
    logIn('ada');
    keep('typed', 'Ada');
    logIn('ada');
    expect(kept('typed')).toBe('Ada');
  });

  it('is gone once its member has left, and once another has come', () => {
    for (const leave of [logOut, () => logIn('bob')]) {
      logIn('ada');
      keep('typed', 'Ada');
      keep('receipt', '/ecom/receipts/x');
      leave();
      expect(kept('typed')).toBeUndefined();
      expect(kept('receipt')).toBeUndefined();
    }
    expect(JSON.stringify(sessionStorage)).not.toContain('Ada');
  });

  it('is gone once the guest who logged in has left', () => {
    keep('typed', 'Ada');
    logIn('ada');
    kept('typed');
    logOut();
    expect(kept('typed')).toBeUndefined();
  });

  it.each(['storage', 'pageshow'])('is taken off the screen at %s, once', (name) => {
    const forgotten = vi.fn();
    const stop = onCleared(forgotten);
    logIn('ada');
    keep('typed', 'Ada');
    dispatchEvent(new Event(name));
    expect(forgotten).not.toHaveBeenCalled();
    logOut();
    dispatchEvent(new Event(name));
    dispatchEvent(new Event(name));
    expect(forgotten).toHaveBeenCalledTimes(1);
    stop();
  });
});
