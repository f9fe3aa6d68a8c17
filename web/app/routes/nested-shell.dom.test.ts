import { beforeEach, expect, it, vi } from 'vitest';
import { leaveNestedShell } from './nested-shell.ts';

const replace = vi.fn();

/** Stubs where the document is. */
function at(pathname: string, search = '', isFramed = true): void {
  vi.stubGlobal('location', { pathname, search, hash: '#x', replace });
  const own: { top?: object } = {};
  own.top = isFramed ? {} : own;
  vi.stubGlobal('window', own);
}

beforeEach(() => replace.mockReset());

it('asks for the page itself where the page belongs, once', () => {
  at('/about', '?a=1');
  expect(leaveNestedShell()).toBe(true);
  expect(replace.mock.calls).toEqual([['/about?a=1&pw-frame#x']]);
  at('/about', '?a=1&pw-frame');
  expect(leaveNestedShell()).toBe(true);
  expect(replace).toHaveBeenCalledOnce();
});

it.each([
  ['in a tab', '/about', false],
  ['with a screen of its own', '/cms-login', true],
])('is the shell itself %s', (_where, path, isFramed) => {
  at(path, '', isFramed);
  expect(leaveNestedShell()).toBe(false);
  expect(replace).not.toHaveBeenCalled();
});
