import { expect, it } from 'vitest';
import compiled from '../../../../services/content/content/templates/default/inline.css?raw';
import standard from '../../../../services/content/content/templates/default/shared.scss?raw';
import type { FontFamily, TemplateRecord } from '../../api/templates.ts';
import { languageOptions } from '../../ui/languages.ts';
import { rulesUntilCompiled, shownColours } from './shown-colours.ts';
import { conflictsIn, SCHEMES, schemeOf, sourcesWith, valuesOfScheme, weightWithin } from './values.ts';

const family = (name: string, generic = 'sans-serif') =>
  ({ name, generic, weights: '300 700', styles: ['normal'] }) as FontFamily;
const FAMILIES = [family('Figtree'), family('Funnel Display'), family('Lora', 'serif')];
const template = {
  sharedSCSS: standard,
  inlineSCSS: 'a { font-family: var(--text); }',
  externalSCSS: '',
  inlineCSS: '',
  fonts: ['Funnel Display', { family: 'Figtree' }, { family: 'Lora', src: '/files/lora.woff2' }],
} as unknown as TemplateRecord;
const fontsOf = (changed: Partial<TemplateRecord>, font: string) =>
  JSON.parse(sourcesWith({ ...template, ...changed }, { 'heading-font': font }, FAMILIES).fonts);

it('brings the fonts along that settings name, and leaves out those that nothing names any more', () => {
  expect(fontsOf({}, '"Lora", serif')).toEqual([{ family: 'Figtree' }, template.fonts[2], 'Lora']);
  expect(fontsOf({ inlineSCSS: 'b { font-family: "Funnel Display"; }' }, '"Lora", serif')).toHaveLength(4);
  expect(fontsOf({}, '"Figtree", sans-serif')).toEqual([{ family: 'Figtree' }, template.fonts[2]]);
  const inter = { sharedSCSS: standard.replace('"Funnel Display"', '"Inter"'), fonts: ['Inter', 'Figtree'] };
  expect(fontsOf(inter, '"Figtree", sans-serif')).toEqual(['Figtree']);
  const same = sourcesWith(template, { 'heading-font': 'x}', accent: '#0b6b4f' }, FAMILIES);
  expect(same).toEqual({ sharedSCSS: standard, fonts: JSON.stringify(template.fonts, null, 2) });
});

it('keeps a weight within what a family has', () => {
  expect(
    ['100', '500', '900', undefined].map((weight) => weightWithin(FAMILIES[0] as FontFamily, weight)),
  ).toEqual(['300', '500', '700', '400']);
});

it('has one choice of what the site and the template say of light and dark', () => {
  for (const scheme of SCHEMES) {
    for (const darkMode of ['automatic', 'on', 'off']) {
      const values = valuesOfScheme(scheme, { darkMode, 'dark-mode': 'automatic' });
      expect(schemeOf(values)).toBe(scheme);
    }
  }
  // A template that says so in a way of its own leaves it to the site.
  expect(valuesOfScheme('light', { darkMode: 'on' })).toEqual({ darkMode: 'off' });
});

it('finds those changes of mine of which others have made something else', () => {
  const base = { accent: 'red', ground: 'white', radius: '1rem' };
  const mine = { accent: 'blue', ground: 'black', siteName: 'Mine' };
  expect(conflictsIn(base, mine, { ...base, radius: '2rem', ground: 'black' })).toEqual([]);
  expect(conflictsIn(base, mine, { ground: 'grey', radius: '1rem' })).toEqual(['accent', 'ground']);
});

it('says what a template has made of its colours', () => {
  const { accent, ground } = shownColours(compiled);
  expect([accent?.light, ground]).toEqual(['#0b6b4f', { light: '#ffffff', dark: '#08120e' }]);
  expect(shownColours(':root{--accent:light-dark(rgb(1, 2, 3),#fff);--ink:#000}')).toEqual({
    accent: { light: '#010203', dark: '#ffffff' },
    neutral: { light: '#000000', dark: '#000000' },
  });
  expect(shownColours('a{color:red}')).toEqual({});
});

it('shows what was changed until it has been compiled, and nothing else', () => {
  const wanted = { accent: '#ff0000', 'heading-font': '"Lora", serif', radius: '0.625rem' };
  const rules = rulesUntilCompiled(standard, wanted, compiled);
  expect(rules).toContain('--accent:light-dark(#ff0000,#80d1b1)');
  expect(rules).toContain('--heading:"Lora", serif');
  expect(rules).not.toContain('radius');
  expect(rulesUntilCompiled(standard, {}, compiled)).toBe('');
  expect(rulesUntilCompiled(standard, { 'dark-mode': 'always' }, compiled)).toContain(
    'color-scheme:dark!important',
  );
});

it('offers languages by both their names, and keeps one that is not among them', () => {
  const options = languageOptions('gsw');
  expect(options).toContainEqual({ value: 'de', label: 'German – Deutsch' });
  expect(options.map(({ value }) => value)).toContain('gsw');
});
