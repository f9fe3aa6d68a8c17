import { expect, it } from 'vitest';
import { dress, inScheme, isPage } from './preview-frame.ts';

const served = (nodes = '') =>
  new DOMParser().parseFromString(
    `<head><style id="pw-structure">@media (prefers-color-scheme: dark) { i { top: 0 } }</style><style id="pw-template">old</style>
     <style id="pw-nodes">${nodes}</style><link id="pw-external" rel="stylesheet" href="/x.css"></head>`,
    'text/html',
  );
const textOf = (page: Document, id: string) => page.getElementById(id)?.textContent;
const css = {
  inline: '@media (prefers-color-scheme:dark){a{top:0}}',
  external: 'b{top:0}',
  fonts: '@font-face{}',
};

it('puts the styles in the place of those of the page, as a scheme has them, time and again', () => {
  const page = served();
  expect(isPage(page)).toBe(true);
  dress(page, css, 'light');
  dress(page, css, 'dark');
  expect(textOf(page, 'pw-template')).toBe('@media (width>=0px){a{top:0}}');
  expect(textOf(page, 'pw-structure')).toContain('(width>=0px)');
  expect(textOf(page, 'pw-preview-external')).toBe('b{top:0}');
  expect(page.getElementById('pw-external')).toHaveProperty('media', 'not all');
  // Fonts come before what uses them, and stay while those that were typed are unknown.
  expect(page.getElementById('pw-fonts')?.nextElementSibling?.id).toBe('pw-template');
  dress(page, { ...css, inline: 'a{}', fonts: undefined }, 'light');
  expect([textOf(page, 'pw-template'), textOf(page, 'pw-fonts')]).toEqual(['a{}', '@font-face{}']);
  expect(textOf(page, 'pw-structure')).toContain('(width<0px)');
});

it('stays light where the site does', () => {
  const page = served(':root{color-scheme:light!important}');
  dress(page, css, 'dark');
  dress(page, css, 'dark');
  expect(textOf(page, 'pw-template')).toBe('@media (width<0px){a{top:0}}');
  expect(inScheme('@media(prefers-color-scheme: LIGHT){}', 'light')).toBe('@media(width>=0px){}');
});

it('shows a site as it is about to follow visitors, or no longer', () => {
  const light = served(':root{color-scheme:light!important}i{top:0}');
  dress(light, css, 'dark', true);
  expect(textOf(light, 'pw-template')).toContain('(width>=0px)');
  expect(textOf(light, 'pw-nodes')).toBe('i{top:0}');
  dress(light, css, 'dark');
  expect(textOf(light, 'pw-nodes')).toBe(':root{color-scheme:light!important}i{top:0}');
  const both = served();
  dress(both, css, 'dark', false);
  expect(textOf(both, 'pw-template')).toContain('(width<0px)');
  expect(both.documentElement.style.colorScheme).toBe('light');
});

it('puts rules over all others, and takes them back', () => {
  const page = served();
  dress(page, { ...css, now: 'a{top:1px}' }, 'light');
  expect(page.head.lastElementChild?.textContent).toBe('a{top:1px}');
  dress(page, css, 'light');
  expect(page.head.lastElementChild?.textContent).toBe('');
});
