import { expect, it } from 'vitest';
import { withFallbacks } from './font-fallbacks.ts';
import { FONT_FAMILIES } from './font-families.ts';
import { fontFaces, loadFonts, readFonts } from './template-fonts.ts';

const faults = (...fonts: unknown[]) => readFonts(fonts).faults.map(({ path }) => path);

it('serves every file that the rules of its families name', () => {
  const files = loadFonts();
  const css = fontFaces(FONT_FAMILIES.map(({ name }) => name));
  const named = [...css.matchAll(/url\("([^"]+)"\)/g)].map(([, address]) => address as string);
  expect(new Set(named)).toEqual(new Set(files.keys()));
  for (const answer of files.values()) expect(answer.text.slice(0, 4)).toBe('wOF2');
  expect(css).not.toMatch(/https?:|undefined|NaN/);
});

it('sets a stand-in of the same widths behind a family, and swaps', () => {
  const css = fontFaces([{ family: 'lora' }]);
  expect(css.match(/font-display:swap/g)).toHaveLength(4);
  expect(css).toMatch(/"Lora Fallback";src:local\("Times New Roman"\).*size-adjust:115\.2%;ascent-override/);
});

it.each([
  ['a{font-family:Lora,serif}', 'a{font-family:Lora, "Lora Fallback", serif}'],
  [
    'a{font:700 1rem/1.2 "open sans", sans-serif}',
    'a{font:700 1rem/1.2 "open sans", "Open Sans Fallback", sans-serif}',
  ],
  ['a{font:italic 1rem Open Sans}', 'a{font:italic 1rem Open Sans, "Open Sans Fallback"}'],
  [':root{--text:"Lora", serif}', ':root{--text:"Lora", "Lora Fallback", serif}'],
  ['a{font-family:Lora,"Lora Fallback"}', 'a{font-family:Lora, "Lora Fallback"}'],
  ['a{font-family:Lora Condensed}', 'a{font-family:Lora Condensed}'],
  ['a{content:"Lora"}', 'a{content:"Lora"}'],
  ['@font-face{font-family:Lora}', '@font-face{font-family:Lora}'],
])('writes stand-ins behind families: %s', (css, expected) => {
  expect(withFallbacks(css, ['Lora', 'Open Sans'])).toBe(expected);
});

it('takes a file of the site', () => {
  const css = fontFaces([
    { family: 'Brand', src: '/files/public/brand.woff2', weight: '200 900', style: 'italic' },
  ]);
  expect(css).toBe(
    '@font-face{font-family:"Brand";font-style:italic;font-weight:200 900;font-display:swap;src:url("/files/public/brand.woff2")format("woff2")}',
  );
});

it.each([
  'https://fonts.example/a.woff2',
  '//fonts.example/a.woff2',
  '/files//a.woff2',
  '/files/../a.woff2',
  '/\\fonts.example/a.woff2',
  '/files/a.woff2")}body{color:red',
  '/files/a.svg',
  7,
])('takes no other address: %s', (src) => {
  expect(faults({ family: 'Brand', src })).toEqual(['0.src']);
});

it('names what is wrong', () => {
  expect(faults('Comic Neue', { family: 'x"; } a {' }, 7, null, {}, 'Lora')).toEqual([
    '0',
    '1.family',
    '2.family',
    '3.family',
    '4.family',
  ]);
  const own = { family: 'Brand', src: '/files/a.woff2' };
  expect(faults({ ...own, weight: '1; x' }, { ...own, style: 'bold' })).toEqual(['0.weight', '1.style']);
  expect(readFonts(['Spectral']).faults[0]?.detail).toContain('Source Serif 4');
});

it('serves Roboto to earlier templates and leaves their icons out', () => {
  const old = ['Roboto', 'Material Icons', 'FontAwesome', { family: 'Font Awesome 5 Free' }];
  expect(faults(...old)).toEqual([]);
  expect(fontFaces(old)).toContain('"Roboto"');
  expect(fontFaces(old)).not.toMatch(/Awesome|Material/);
  for (const nonsense of ['Roboto', null, { family: 'Lora' }, 7]) expect(fontFaces(nonsense)).toBe('');
});
