import { expect, it } from 'vitest';
import css from './tokens.css?raw';

const tokens = new Map(
  [...css.matchAll(/--pw-([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(([, name, light, dark]) => [
    name,
    { light, dark },
  ]),
);

/** WCAG 2.2 relative luminance of `#rrggbb`. */
function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const SURFACES = ['sunken', 'paper', 'surface', 'raised', 'hover'];
const TEXT = 4.5;
const SHAPE = 3;

it.each([
  ['ink', [...SURFACES, 'pressed'], TEXT],
  ['ink-soft', [...SURFACES, 'pressed'], TEXT],
  ['ink-faint', SURFACES, TEXT],
  ['accent-ink', ['accent', 'accent-hover'], TEXT],
  ['accent-text', SURFACES, TEXT],
  ['accent-soft-ink', ['accent-soft', 'accent-soft-hover'], TEXT],
  ['danger-ink', ['danger', 'danger-hover'], TEXT],
  ['danger-text', ['paper', 'surface', 'raised', 'hover', 'danger-soft', 'danger-soft-hover'], TEXT],
  ['warning-text', ['paper', 'surface', 'warning-soft'], TEXT],
  ['inverse-ink', ['inverse', 'inverse-hover'], TEXT],
  ['inverse-soft', ['inverse', 'inverse-hover'], TEXT],
  ['inverse-accent', ['inverse', 'inverse-hover'], TEXT],
  ['inverse-danger', ['inverse'], SHAPE],
  ['line-strong', ['sunken', 'paper', 'surface', 'raised'], SHAPE],
  ['focus', [...SURFACES, 'accent-soft'], SHAPE],
  ['accent', ['paper', 'surface', 'raised'], SHAPE],
])('%s can be told from what it stands on, in both schemes', (name, grounds, least) => {
  const tooFaint = grounds.flatMap((ground) =>
    (['light', 'dark'] as const)
      .map((scheme) => {
        const [fore, back] = [tokens.get(name)?.[scheme], tokens.get(ground)?.[scheme]];
        return { ground, scheme, ratio: fore && back ? contrast(fore, back) : 0 };
      })
      .filter(({ ratio }) => ratio < least),
  );
  expect(tooFaint).toEqual([]);
});
