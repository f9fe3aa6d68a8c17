import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { filled, PLACEHOLDERS, type PlaceholderValues, placeholdersIn, typesOf } from './linked-data.ts';

interface Filling {
  why: string;
  data: unknown;
  values: PlaceholderValues;
  expected: unknown;
}

const file = new URL('../../../tests/vectors/linked-data.json', import.meta.url);
const vectors: { placeholders: string[]; accepted: object[]; filled: Filling[] } = JSON.parse(
  readFileSync(file, 'utf8'),
);

describe('linked data', () => {
  it('has the placeholders that content lets in', () => {
    expect(PLACEHOLDERS).toEqual(vectors.placeholders);
  });

  it.each(vectors.filled)('is filled: $why', ({ data, values, expected }) => {
    expect(filled(data, values) ?? null).toEqual(expected);
  });

  it('does not dwell on a placeholder that never ends', () => {
    const text = `{{${' '.repeat(50_000)}`;
    expect(placeholdersIn(text)).toEqual([]);
    expect(filled(text, {})).toBe('{{');
    expect(placeholdersIn(`${text}page.title${' '.repeat(50_000)}}}`)).toEqual(['page.title']);
  });

  it('takes no placeholder for what every object has', () => {
    expect(filled({ '@type': 'Thing', name: '{{constructor}}', url: 'x' }, {})).toEqual({
      '@type': 'Thing',
      url: 'x',
    });
  });

  it('knows what stands in a text, and what an item is', () => {
    expect(placeholdersIn('{{page.title}} {{ x }} {{page.title}}')).toEqual([
      'page.title',
      'x',
      'page.title',
    ]);
    expect(typesOf({ '@type': ['A', 'B'] })).toEqual(['A', 'B']);
    expect(typesOf({ '@type': 'A' })).toEqual(['A']);
    expect(typesOf(undefined)).toEqual([]);
  });
});
