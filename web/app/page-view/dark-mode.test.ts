import { expect, it } from 'vitest';
import { lightCss } from './dark-mode.ts';

it('lets no media query find that somebody prefers dark', () => {
  expect(lightCss('@media (prefers-color-scheme:dark){a{color:red}}')).toBe(
    '@media (width<0px){a{color:red}}',
  );
  expect(lightCss('@media screen and ( Prefers-Color-Scheme : light ) {}')).toBe(
    '@media screen and (width>=0px) {}',
  );
  expect(lightCss('a{color-scheme:dark}')).toBe('a{color-scheme:dark}');
});
