import { describe, expect, it } from 'vitest';
import { parseAddress, redirectLocation } from './address.ts';

describe('parseAddress', () => {
  it.each([
    ['/', '/', '/'],
    ['/about', '/about', '/about'],
    ['/about?x=1', '/about', '/about'],
    ['/gr%C3%B6%C3%9Fe', '/größe', '/gr%C3%B6%C3%9Fe'],
    ['/a%20b', '/a b', '/a%20b'],
    ['/a%3Fb%23c', '/a?b#c', '/a%3Fb%23c'],
    ['/100%25', '/100%', '/100%25'],
    ['/%61bout', '/about', '/about'],
  ])('takes %s for the page %s', (target, path, key) => {
    expect(parseAddress(target)).toMatchObject({ kind: 'page', path, key });
  });

  it('finds one spelling for one page', () => {
    const composed = parseAddress('/%C3%B6');
    const decomposed = parseAddress('/o%CC%88');
    expect(composed).toEqual(decomposed);
  });

  it.each([
    ['/about/', '/about'],
    ['/about/?x=1&y=%2F', '/about?x=1&y=%2F'],
    ['//evil.example', '/evil.example'],
    ['/a//b///', '/a/b'],
    ['/%2F%2Fevil.example', '/evil.example'],
    ['/größe/', '/gr%C3%B6%C3%9Fe'],
    ['/a/?\u00ff', '/a?%C3%BF'],
  ])('sends %s to %s', (target, location) => {
    expect(parseAddress(target)).toEqual({ kind: 'redirect', location });
  });

  it.each(['/%', '/%zz', '/%ff', '/%ED%A0%80', '*', '', 'about', 'http://x/y'])(
    'cannot read %j',
    (target) => {
      expect(parseAddress(target).kind).toBe('broken');
    },
  );

  it.each(['/..', '/a/../b', '/a/%2e%2e/b', '/./a', '/a%00b', '/a%0d%0ab', '/a%5Cb', `/${'x'.repeat(3000)}`])(
    'knows that nothing is at %.40s',
    (target) => {
      expect(parseAddress(target).kind).toBe('nothing');
    },
  );
});

describe('redirectLocation', () => {
  const OWN = new Set(['https://site.example']);

  it.each([
    ['/new', '/new'],
    ['/größe?a=1#b', '/gr%C3%B6%C3%9Fe?a=1#b'],
    ['/a/../b', '/b'],
    // The fragment of the address that was asked for stays with the site.
    ['https://other.example/x', 'https://other.example/x#'],
    ['https://other.example/x?a=1', 'https://other.example/x?a=1#'],
    ['https://other.example/x#', 'https://other.example/x#'],
    ['HTTP://other.example/x#there', 'http://other.example/x#there'],
    ['https://site.example.other.example/x', 'https://site.example.other.example/x#'],
    ['http://site.example/x', 'http://site.example/x#'],
    ['https://site.example/x', 'https://site.example/x'],
    ['/a\r\nSet-Cookie: x', '/aSet-Cookie:%20x'],
  ])('makes %j to %j', (url, location) => {
    expect(redirectLocation(url, OWN)).toBe(location);
  });

  it.each([
    '//other.example',
    '/\\other.example',
    '/\t/other.example',
    '/.//other.example',
    '/a/..//other.example',
    '/%2e//other.example',
    '/.\\/other.example',
    ' //other.example',
    'https:other.example',
    'javascript:alert(1)',
    'data:,x',
    'new',
    '',
    'http://',
  ])('refuses %j', (url) => {
    expect(redirectLocation(url, OWN)).toBeUndefined();
  });
});
