import { describe, expect, it } from 'vitest';
import { choosing, chosen, exists, firstChoice, openChoices } from './product.ts';

const options = [
  { name: 'Colour', values: ['Red', 'Blue'] },
  { name: 'Size', values: ['S', 'L'] },
];
const variant = (id: string, chosenOptions: Record<string, string>) => ({ id, options: chosenOptions });
const redS = variant('red-s', { Colour: 'Red', Size: 'S' });
const blueL = variant('blue-l', { Colour: 'Blue', Size: 'L' });
const apart = [redS, blueL];

describe('choosing a variant', () => {
  it('knows what does not exist beside what is chosen', () => {
    expect(exists(apart, { Colour: 'Red' }, 'Size', 'L')).toBe(false);
    expect(exists(apart, { Colour: 'Red' }, 'Size', 'S')).toBe(true);
    expect(exists(apart, {}, 'Size', 'L')).toBe(true);
  });

  it('gets to every value, and lets go of what does not exist with it', () => {
    expect(choosing(options, apart, { Colour: 'Red', Size: 'S' }, 'Size', 'L')).toEqual({ Size: 'L' });
    expect(choosing(options, apart, { Colour: 'Blue' }, 'Size', 'L')).toEqual({ Colour: 'Blue', Size: 'L' });
  });

  it('ends with one, once nothing is left to choose', () => {
    expect(chosen(options, apart, { Colour: 'Red' })).toBeUndefined();
    expect(chosen(options, apart, { Colour: 'Red', Size: 'S' })).toBe(redS);
    expect(chosen(options, apart, { Colour: 'Red', Size: 'L' })).toBeUndefined();
    expect(chosen([], [variant('only', {})], {})).toEqual(variant('only', {}));
  });

  it('leaves to the buyer what a variant leaves open', () => {
    const blue = variant('blue', { Colour: 'Blue' });
    const open = [redS, blue];
    const choice = { Colour: 'Blue', Size: 'S' };
    expect(exists(open, { Colour: 'Blue' }, 'Size', 'L')).toBe(true);
    expect(chosen(options, open, choice)).toBe(blue);
    expect(openChoices(blue, choice)).toEqual({ Size: 'S' });
    expect(openChoices(redS, choice)).toBeUndefined();
  });

  it('means the one that says more', () => {
    const blue = variant('blue', { Colour: 'Blue' });
    expect(chosen(options, [blue, blueL], { Colour: 'Blue', Size: 'L' })).toBe(blueL);
  });

  it('begins with what there is no choice of', () => {
    expect(firstChoice(options, apart)).toEqual({});
    expect(firstChoice(options, [redS])).toEqual({ Colour: 'Red', Size: 'S' });
  });
});
