import { describe, expect, it } from 'vitest';
import { unsaidIn, unsaidWords } from './unsaid-words.ts';

const texts = async (code: string) => (await unsaidIn('app/it.tsx', code)).map(({ text }) => text);

describe('words that no catalogue has', () => {
  it.each([
    ['text between tags', '<p>Gone</p>', 'Gone'],
    ['what is read out', '<button aria-label="Close" />', 'Close'],
    ['one of two labels', '<Button label={isNew ? "Create" : t`Save`} />', 'Create'],
    ['one of two texts', '<p>{isNew ? "Create" : t`Save`}</p>', 'Create'],
    ['a member that is shown', 'const field = { hint: "lower is first" }', 'lower is first'],
    ['a sentence anywhere', 'const say = () => `Enter a value for it.`', 'Enter a value for it.'],
    ['a sentence that is a part of another', 'const said = name + " moved to " + "Row 2"', 'Row 2'],
    [
      'one that begins with what it is about',
      'const say = () => `“it” cannot be used`',
      '“it” cannot be used',
    ],
  ])('are found: %s', async (_, code, text) => {
    expect(await texts(code)).toEqual([text]);
  });

  it.each([
    ['in a template', 'const it = t`Enter a name.`'],
    ['in a template of some words', 'const it = t(words)`Enter a name.`'],
    ['in an element', '<Trans>Log <b>in</b></Trans>'],
    ['in a plural', 'plural(count, { one: "One page", other: "# pages" })'],
    ['thrown', 'throw new RangeError("There is no such row")'],
    ['a key of the keyboard', 'event.key === "Enter"'],
    ['a type', 'type Step = "First step" | "Last step"'],
    ['a name of a class', '<p className="pw-form" data-kind="field" />'],
  ])('are not those that are said or that nobody reads: %s', async (_, code) => {
    expect(await texts(code)).toEqual([]);
  });

  it.each([
    ['between two', 'const it = count === 1 ? t`Import 1 row` : t`Import ${count} rows`'],
    [
      'with more',
      'const it = rows.length === 1 && first ? t`“${first}” is gone.` : t`${rows.length} are gone.`',
    ],
    ['in a function', 'const it = 1 === count ? t(words)`One` : t(words)`${count} of them`'],
  ])('are plurals that are made by hand, too: %s', async (_, code) => {
    expect(await texts(code)).toEqual([expect.stringMatching(/^plural by hand: .*=== /)]);
  });

  it.each([
    ['by plural', 'const it = plural(count, { one: "# row", other: "# rows" })'],
    ['of something else', 'const it = sides.length === 1 ? "left" : "both"'],
  ])('are no plurals that are said: %s', async (_, code) => {
    expect(await texts(code)).toEqual([]);
  });

  it('are nowhere in the site', async () => {
    expect(await unsaidWords()).toEqual([]);
  });
});
