import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CLAIMS_KEY } from '../../session/claims.ts';
import { loadFromTab, onCleared, saveInTab } from './tab-storage.ts';

const logIn = (sub: string) => localStorage.setItem(CLAIMS_KEY, JSON.stringify({ sub, exp: 1, scopes: [] }));
const logOut = () => localStorage.removeItem(CLAIMS_KEY);

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

describe('what a tab keeps of the till', () => {
  it('stays a guest’s, also when they log in', () => {
    saveInTab('typed', 'Ada');
    expect(loadFromTab('typed')).toBe('Ada');
    logIn('ada');
    expect(loadFromTab('typed')).toBe('Ada');
  });

  it('stays while its member’s session is renewed', () => {
    logIn('ada');
    saveInTab('typed', 'Ada');
    logIn('ada');
    expect(loadFromTab('typed')).toBe('Ada');
  });

  it('is gone once its member has left, and once another has come', () => {
    for (const leave of [logOut, () => logIn('bob')]) {
      logIn('ada');
      saveInTab('typed', 'Ada');
      saveInTab('receipt', '/ecom/receipts/x');
      leave();
      expect(loadFromTab('typed')).toBeUndefined();
      expect(loadFromTab('receipt')).toBeUndefined();
    }
    expect(JSON.stringify(sessionStorage)).not.toContain('Ada');
  });

  it('is gone once the guest who logged in has left', () => {
    saveInTab('typed', 'Ada');
    logIn('ada');
    loadFromTab('typed');
    logOut();
    expect(loadFromTab('typed')).toBeUndefined();
  });

  it.each(['storage', 'pageshow'])('is taken off the screen at %s, once', (name) => {
    const forgotten = vi.fn();
    const stop = onCleared(forgotten);
    logIn('ada');
    saveInTab('typed', 'Ada');
    dispatchEvent(new Event(name));
    expect(forgotten).not.toHaveBeenCalled();
    logOut();
    dispatchEvent(new Event(name));
    dispatchEvent(new Event(name));
    expect(forgotten).toHaveBeenCalledTimes(1);
    stop();
  });
});
