import { beforeEach, expect, it } from 'vitest';
import {
  clearRedirectedFrom,
  pathOnThisSite,
  readRedirectedFrom,
  rememberRedirectedFrom,
} from './redirected-from.ts';

beforeEach(() => {
  sessionStorage.clear();
  history.replaceState(null, '', '/cms-login');
});

it.each(['/', '/about', '/cms-admin/pages?sort=url#top', '/über-uns'])('keeps %s', (path) => {
  expect(pathOnThisSite(path)).toBe(new URL(path, 'https://x').href.slice('https://x'.length));
});

it.each([
  'https://evil.example/',
  'HTTPS://evil.example/',
  'http:evil.example',
  '//evil.example/',
  '///evil.example/',
  '//evil.example@site.example/',
  '/\\evil.example',
  '\\/evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r\n//evil.example',
  '\t//evil.example',
  ' //evil.example',
  '\u0000//evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/a/..//evil.example',
  '/%2e//evil.example',
  '/.%2E//evil.example',
  '/.\\/evil.example',
  '/./\\evil.example',
  'javascript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'blob:https://evil.example/1',
  'about',
  'evil.example',
  '?x',
  '',
])('refuses %j', (address) => {
  expect(pathOnThisSite(address)).toBeNull();
});

it.each([
  '/@evil.example',
  '/:80@evil.example/',
  '/;//evil.example',
  '/%2F%2Fevil.example',
  '/%5Cevil.example',
  '/%09/evil.example',
  '/https://evil.example',
  '/?//evil.example',
  '/#//evil.example',
])('stays here with %j, even if it is resolved again', (address) => {
  const path = pathOnThisSite(address) ?? '//refused';
  const again = new URL(path, 'https://site.example/deep/page');
  expect(again.origin).toBe('https://site.example');
  expect(new URL(again.pathname, again).origin).toBe('https://site.example');
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

it('takes what the address of the login names, and keeps it when that is left', () => {
  rememberRedirectedFrom('/before');
  history.replaceState(null, '', '/cms-login?redirectedFrom=%2Fclub%3Fa%3Db');
  expect(readRedirectedFrom()).toBe('/club?a=b');
  history.replaceState(null, '', '/cms-login/reset-password');
  expect(readRedirectedFrom()).toBe('/club?a=b');
});

it.each(['//evil.example', 'https://evil.example/', '/cms-login', 'javascript:alert(1)'])(
  'takes no %s from the address',
  (address) => {
    history.replaceState(null, '', `/cms-login?redirectedFrom=${encodeURIComponent(address)}`);
    expect(readRedirectedFrom()).toBeNull();
  },
);
