import { beforeEach, expect, it } from 'vitest';
import {
  clearRedirectedFrom,
  pathOnThisSite,
  readRedirectedFrom,
  rememberRedirectedFrom,
} from './redirected-from.ts';

beforeEach(() => sessionStorage.clear());

it.each(['/', '/about', '/cms-admin/pages?sort=url#top', '/über-uns'])('keeps %s', (path) => {
  expect(pathOnThisSite(path)).toBe(new URL(path, 'https://x').href.slice('https://x'.length));
});

it.each([
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example',
  '/\t/evil.example',
  '\\\\evil.example',
  'javascript:alert(1)',
  'about',
  '',
  '/..//evil.example',
])('refuses %j', (address) => {
  expect(pathOnThisSite(address)).toBeNull();
});

it('remembers until it is cleared', () => {
  rememberRedirectedFrom('/cms-admin/pages?page=2');
  expect(readRedirectedFrom()).toBe('/cms-admin/pages?page=2');
  clearRedirectedFrom();
  expect(readRedirectedFrom()).toBeNull();
});

it.each(['/cms-login', '/cms-login/reset-password', '//evil.example'])('never remembers %s', (path) => {
  rememberRedirectedFrom(path);
  expect(readRedirectedFrom()).toBeNull();
});

it('trusts nothing that was put into the storage', () => {
  sessionStorage.setItem('redirectedFrom', 'https://evil.example/');
  expect(readRedirectedFrom()).toBeNull();
});
