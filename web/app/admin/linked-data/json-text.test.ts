import { describe, expect, it } from 'vitest';
import { laidOut, lineOfMember, rangeOf, readObject } from './json-text.ts';

describe('reading an object', () => {
  it('gives what was written', () => {
    expect(readObject('{"@type": "Thing", "a": [1, true, null]}')).toEqual({
      object: { '@type': 'Thing', a: [1, true, null] },
      faults: [],
    });
  });

  it.each<[string, string, number, RegExp]>([
    ['nothing', '', 1, /value is missing/],
    ['a comma that is missing', '{\n  "a": 1\n  "b": 2\n}', 2, /comma is missing at the end of this line/],
    ['a comma too many', '{\n  "a": 1,\n}', 3, /no comma/],
    ['a colon that is missing', '{\n  "a" 1\n}', 2, /colon/],
    ['a text without an end', '{\n  "a": "b\n}', 2, /closing quotation mark/],
    ['an object without an end', '{\n  "a": {\n    "b": 1\n}', 4, /closing }/],
    ['a list without an end', '{\n  "a": [1\n}', 2, /closing ]/],
    ['an object in a list without an end', '{\n  "a": [\n    {"b": 1\n  ]\n}', 3, /closing }/],
    ['single quotes', "{\n  'a': 1\n}", 2, /straight double quotes|double quotes/],
    ['curly quotes', '{\n  “a”: 1\n}', 2, /straight double quotes|double quotes/],
    ['a comment', '{\n  // Why\n  "a": 1\n}', 2, /no comments/],
    ['an escape that is none', '{\n  "a": "\\q"\n}', 2, /backslash/],
    ['more after the end', '{\n  "a": 1\n}\n{}', 4, /nothing may follow/],
    ['a list', '[]', 1, /Write an object/],
    ['a text', '\n"a"', 2, /Write an object/],
    [
      'a name that is here twice',
      '{\n  "a": 1,\n  "b": {\n    "a": 2\n  },\n  "a": 3\n}',
      6,
      /“a” appears twice/,
    ],
    ['a number that cannot be kept', '{\n  "a": 1,\n  "gtin": 12345678901234567890\n}', 3, /quotation marks/],
    ['a number beyond all bounds', '{"a":\n1e999}', 2, /quotation marks/],
  ])('says the line of %s', (_, text, line, words) => {
    const [fault] = readObject(text).faults;
    expect(fault?.detail).toMatch(words);
    expect(fault?.line).toBe(line);
  });
});

describe('finding the line of a member', () => {
  const text =
    '{\n  "@type": "Thing",\n  "a.b": 1,\n  "list": [\n    "x",\n    {\n      "name": "y"\n    }\n  ]\n}';

  it.each([
    ['', 1],
    ['@type', 2],
    ['a.b', 3],
    ['list', 4],
    ['list.0', 5],
    ['list.1.name', 7],
    ['list.1.missing', 6],
    ['missing', 1],
  ])('%s', (path, line) => {
    expect(lineOfMember(text, path)).toBe(line);
  });

  it('gives the range of a line', () => {
    const [start, end] = rangeOf(text, 3);
    expect(text.slice(start, end)).toBe('  "a.b": 1,');
  });
});

it('lays out what is JSON and leaves alone what is not', () => {
  expect(laidOut('{"b":1,"a":[]}')).toBe('{\n  "b": 1,\n  "a": []\n}');
  expect(laidOut('{"b":')).toBe('{"b":');
});
