import { describe, expect, it } from 'vitest';
import {
  choiceOf,
  draftsOf,
  followed,
  isBroken,
  missingChoices,
  movedLines,
  valuesOfChoice,
} from './options.ts';

const options = draftsOf([
  { name: 'Size', values: ['S', 'M'] },
  { name: 'Colour', values: ['Red', 'Blue'] },
]);
const text = (at: number, typed: string) =>
  options.map((one, index) => (index === at ? { ...one, text: typed } : one));
const choice = choiceOf(options, { Size: 'M', Colour: 'Red' });

it('goes to the wire and back', () => {
  expect(valuesOfChoice(options, choice)).toEqual({ Size: 'M', Colour: 'Red' });
  expect(valuesOfChoice(options, choiceOf(options, { Colour: 'Blue' }))).toEqual({ Colour: 'Blue' });
});

describe('an edit of the options', () => {
  it.each([
    ['typed over', 'S\nMedium', { Size: 'Medium', Colour: 'Red' }],
    ['emptied while it is typed over', 'S\n', { Colour: 'Red' }],
    ['put before', 'XS\nS\nM', { Size: 'M', Colour: 'Red' }],
    ['put between', 'S\n\nM', { Size: 'M', Colour: 'Red' }],
    ['taken away', 'M', { Size: 'M', Colour: 'Red' }],
  ])('%s', (_, typed, values) => {
    const after = text(0, typed);
    expect(valuesOfChoice(after, followed(choice, options, after))).toEqual(values);
  });

  it('leaves a variant without its value, which has to be chosen anew', () => {
    const after = text(0, 'S');
    expect(isBroken(after, followed(choice, options, after))).toBe(true);
    expect(isBroken(options, choice)).toBe(false);
  });

  it('renames an option and changes the order of options', () => {
    const after = [options[1], { ...options[0], name: 'Cut' }] as typeof options;
    expect(valuesOfChoice(after, followed(choice, options, after))).toEqual({ Cut: 'M', Colour: 'Red' });
  });

  it('keeps what is the buyer’s choice', () => {
    const open = choiceOf(options, { Size: 'M' });
    const after = text(1, 'Red\nGreen');
    expect(valuesOfChoice(after, followed(open, options, after))).toEqual({ Size: 'M' });
  });
});

it('follows lines through an edit', () => {
  const follow = movedLines(['a', 'b', 'c'], ['a', 'x', 'b', 'c']);
  expect([0, 1, 2].map(follow)).toEqual([0, 2, 3]);
});

describe('the missing combinations', () => {
  it('are all of them where there are no variants', () => {
    expect(missingChoices(options, []).map((each) => valuesOfChoice(options, each))).toEqual([
      { Size: 'S', Colour: 'Red' },
      { Size: 'S', Colour: 'Blue' },
      { Size: 'M', Colour: 'Red' },
      { Size: 'M', Colour: 'Blue' },
    ]);
  });

  it('are not those that a variant leaves to the buyer', () => {
    const left = missingChoices(options, [
      choiceOf(options, { Size: 'M' }),
      choiceOf(options, { Size: 'S', Colour: 'Red' }),
    ]);
    expect(left.map((each) => valuesOfChoice(options, each))).toEqual([{ Size: 'S', Colour: 'Blue' }]);
  });

  it('are none without options', () => {
    expect(missingChoices([], [])).toEqual([]);
  });
});
