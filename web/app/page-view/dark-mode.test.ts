import { expect, it } from 'vitest';
import { lightCss, schemeOf } from './dark-mode.ts';

it('lets no media query find that somebody prefers dark', () => {
  expect(lightCss('@media (prefers-color-scheme:dark){a{color:red}}')).toBe(
    '@media (width<0px){a{color:red}}',
  );
  expect(lightCss('@media screen and ( Prefers-Color-Scheme : light ) {}')).toBe(
    '@media screen and (width>=0px) {}',
  );
  expect(lightCss('a{color-scheme:dark}')).toBe('a{color-scheme:dark}');
});

it('knows by the styles whether visitors decide if a page is light or dark', () => {
  const both = ':root{color-scheme:light dark;--a:b}.band{color-scheme:dark}';
  expect([schemeOf(both, true), schemeOf(both, false)]).toEqual([undefined, 'light']);
  expect(schemeOf(':root{color-scheme: dark}.card{color-scheme:light}', false)).toBe('dark');
  expect(schemeOf(':root{color-scheme:light}.band{color-scheme:dark}', true)).toBe('light');
  const own = 'body{color:#111}@media (prefers-color-scheme:dark){body{color:#eee}}';
  expect([schemeOf(own, true), schemeOf(own, false), schemeOf('', true)]).toEqual([
    undefined,
    'light',
    'light',
  ]);
});
