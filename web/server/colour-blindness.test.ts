import { expect, it } from 'vitest';
import { asSeenWith, COLOUR_BLIND_METHODS, type ColourBlindMethod } from './colour-blindness.ts';

const seen = (method: ColourBlindMethod, value: string, property = 'color') =>
  asSeenWith(method, `a{${property}:${value}}`).slice(`a{${property}:`.length, -1);

// Worked out by hand from the published matrices: sRGB to linear light, the matrix, clamped, and back.
it.each([
  ['protanopia', '#ff0000', '#6d5f00'],
  ['protanopia', '#00ff00', '#ffe500'],
  ['deuteranopia', '#ff0000', '#a39000'],
  ['deuteranopia', '#0000ff', '#003dfb'],
  ['tritanopia', '#ffff00', '#ffeed9'],
  ['tritanopia', '#0000ff', '#006b96'],
  // In which no part is cut off, so that each number of a matrix counts.
  ['protanopia', '#8060c0', '#3e72c3'],
  ['protanopia', '#c04020', '#655a1b'],
  ['deuteranopia', '#8060c0', '#4571be'],
  ['deuteranopia', '#c04020', '#857619'],
  ['tritanopia', '#8060c0', '#727287'],
  ['tritanopia', '#c04020', '#d4173a'],
  ['achromatopsia', '#ff0000', '#7f7f7f'],
  ['achromatopsia', '#00ff00', '#dcdcdc'],
  ['achromatopsia', '#8060c0', '#727272'],
] as const)('with %s, %s is %s', (method, colour, expected) => {
  expect(seen(method, colour)).toBe(expected);
});

it.each(COLOUR_BLIND_METHODS)('leaves greys as they are: %s', (method) => {
  for (const grey of ['#000000', '#808080', '#ffffff']) expect(seen(method, grey)).toBe(grey);
});

it('reads every notation', () => {
  const reds = ['red', 'RED', '#f00', '#FF0000', 'rgb(255 0 0)', 'rgb(255, 0, 0)', 'rgba(255,0,0,1)'];
  const more = ['hsl(0 100% 50%)', 'hwb(0 0% 0%)', 'color(srgb 1 0 0)', 'oklch(0.627966 0.257704 29.2346)'];
  for (const red of [...reds, ...more]) expect(seen('achromatopsia', red), red).toBe('#7f7f7f');
});

it('keeps transparency', () => {
  expect(seen('achromatopsia', '#ff000080')).toBe('#7f7f7f80');
  expect(seen('achromatopsia', '#f008')).toBe('#7f7f7f88');
  expect(seen('achromatopsia', 'rgb(255 0 0 / 25%)')).toBe('rgba(127, 127, 127, 0.25)');
  expect(seen('protanopia', 'transparent')).toBe('transparent');
});

it.each([
  ['--accent', 'red', '#7f7f7f'],
  ['--shade', '0 0 3px red, inset 0 0 1px #f00', '0 0 3px #7f7f7f, inset 0 0 1px #7f7f7f'],
  [
    'background',
    'url(red.png) linear-gradient(90deg, red, rgb(255 0 0) 40%)',
    'url(red.png) linear-gradient(90deg, #7f7f7f, #7f7f7f 40%)',
  ],
  ['color', 'light-dark(red, var(--ink, #f00))', 'light-dark(#7f7f7f, var(--ink, #7f7f7f))'],
  ['color', 'color-mix(in oklch, red, currentcolor)', 'color-mix(in oklch, #7f7f7f, currentcolor)'],
  ['filter', 'drop-shadow(0 0 2px red)', 'drop-shadow(0 0 2px #7f7f7f)'],
])('looks into %s: %s', (property, value, expected) => {
  expect(seen('achromatopsia', value, property)).toBe(expected);
});

it.each([
  ['font-family', 'Red, "red"'],
  ['--heading', 'Red Hat Display, "Tan"'],
  ['animation', 'red 1s'],
  ['content', '"red"'],
  ['grid-area', 'tan'],
  ['color', 'rgb(var(--red) 0 0)'],
  ['color', 'oklch(from var(--accent) l c h)'],
])('leaves what is no colour: %s: %s', (property, value) => {
  expect(seen('achromatopsia', value, property)).toBe(value);
});
