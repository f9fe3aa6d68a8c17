import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { writeSettings } from '../app/admin/site/settings.ts';
import { contrast, hex } from '../app/page-view/contrast.ts';
import { familyOf } from '../server/font-families.ts';
import { compiled, filesOf, LOOKS, read } from './looks.ts';

const require = createRequire(import.meta.url);
const SETTINGS = /\/\/ settings\n([\s\S]*?)\/\/ end of settings\n/;
const LINE = /^\$([a-z]+(?:-[a-z]+)*): ([^;{}\n]+);(?: \/\/ [^\n]+)?$/;

const settingsOf = (scss: string) =>
  Object.fromEntries(
    (SETTINGS.exec(scss)?.[1] ?? '')
      .trim()
      .split('\n')
      .map((line) => LINE.exec(line)?.slice(1) ?? ['fault', line]),
  );

it.each(LOOKS)('%s is stored as its sources make it', async (look) => {
  const files = await filesOf(look);
  for (const [name, text] of Object.entries(files)) expect(read(`${look}/${name}`)).toBe(text);
});

it.each(LOOKS)(
  '%s has its settings one a line, the same as the others, with fonts that are served',
  (look) => {
    const settings = settingsOf(read(`${look}/shared.scss`));
    expect(Object.keys(settings)).toEqual(Object.keys(settingsOf(read('default/shared.scss'))));
    expect(settings.fault).toBeUndefined();
    const fonts: string[] = JSON.parse(read(`${look}/fonts.json`));
    for (const name of ['heading-font', 'text-font', 'interface-font']) {
      const [, family = ''] = /^"([^"]+)"/.exec(settings[name]) ?? [];
      expect(familyOf(family)?.name).toBe(family);
      expect(fonts).toContain(family);
    }
  },
);

// With the HTML, the styles and two pictures of the first page that makes 60 KB at most.
const MOST_FONT_BYTES = 45_000;

it.each(LOOKS)('%s shows its first page with light fonts', async (look) => {
  const fonts: string[] = JSON.parse(read(`${look}/fonts.json`));
  const files = fonts
    .map((name) => familyOf(name)?.slug)
    .map((slug) => require.resolve(`@fontsource-variable/${slug}/files/${slug}-latin-wght-normal.woff2`));
  expect(files.reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThan(MOST_FONT_BYTES);
  // An italic file more, on each page: only what an author sets in italics asks for it.
  expect(read(`${look}/inline.css`)).not.toMatch(/font-style: italic|font: italic/);
});

const channels = (colour = '') =>
  /^rgb/.test(colour)
    ? `#${[...colour.matchAll(/\d+/g)].map(([part]) => Number(part).toString(16).padStart(2, '0')).join('')}`
    : colour
        .replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3')
        .replace('white', '#ffffff')
        .replace('black', '#000000');

/** The colours of a rule, in light and in dark. */
function coloursOf(css: string, selector: string): Record<string, string>[] {
  const start = css.indexOf(`\n${selector} {`);
  const rule = start < 0 ? css.slice(0, css.indexOf('}')) : css.slice(start, css.indexOf('}', start));
  const declared = [...rule.matchAll(/--([a-z-]+): ([^;]+);/g)].map(([, name, value]) => [name, value]);
  return [0, 1].map((scheme) =>
    Object.fromEntries(
      declared.map(([name, value = '']) => {
        const both = /^light-dark\((rgb\(.*?\)|[^,]+), (rgb\(.*?\)|[^,]+)\)$/.exec(value);
        return [name, channels(both ? both[scheme + 1] : value)];
      }),
    ),
  );
}

it.each([
  ...['#0b6b4f', '#ffee00', '#ffffff', '#000000', 'hotpink'].map((accent) => ({ accent })),
  ...['#dddddd', '#ff0000'].map((neutral) => ({ neutral })),
  { ground: '#101418', neutral: '#223344' },
])('can be read whatever the colours: %o', async (colours) => {
  const shared = writeSettings(read('default/shared.scss'), colours);
  const css = await compiled(shared, read('default/inline.scss'), []);
  const page = coloursOf(css, ':root');
  const bands = ['.pw-row.band-dark', '.pw-row.band-accent'].flatMap((band) => coloursOf(css, band));
  for (const { paper, tint, ink, accent: mark, 'ink-soft': soft } of [...page, ...bands]) {
    for (const colour of [ink, soft, mark]) {
      expect(contrast(hex(colour as string), hex(paper as string))).toBeGreaterThanOrEqual(4.5);
    }
    if (page.some((scheme) => scheme.tint === tint)) {
      for (const colour of [ink, soft, mark])
        expect(contrast(hex(colour as string), hex(tint as string))).toBeGreaterThanOrEqual(4.5);
    }
  }
});
