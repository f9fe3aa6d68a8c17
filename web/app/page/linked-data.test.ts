import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { filled, type PlaceholderValues } from './linked-data.ts';
import { faultsOf, placeholdersIn, warningsOf } from './linked-data-check.ts';
import type { MemberFault } from './linked-data-shapes.ts';
import { type JsonObject, PLACEHOLDERS, typesOf } from './linked-data-types.ts';

interface Filling {
  why: string;
  data: unknown;
  values: PlaceholderValues;
  expected: unknown;
}

const file = new URL('../../../tests/vectors/linked-data.json', import.meta.url);
interface Vectors {
  placeholders: string[];
  accepted: JsonObject[];
  refused: { data: JsonObject; field: string; code: string; isBound?: boolean }[];
  warned: { data: JsonObject; warnings: [field: string, code: string][] }[];
  filled: Filling[];
}
const vectors: Vectors = JSON.parse(readFileSync(file, 'utf8'));
const told = ({ path, code }: MemberFault) => [['data', ...path].join('.'), code];

describe('linked data', () => {
  it('has the placeholders that content lets in', () => {
    expect(PLACEHOLDERS).toEqual(vectors.placeholders);
  });

  it.each(vectors.accepted)('is taken: %j', (data) => {
    expect(faultsOf(data)).toEqual([]);
  });

  it.each(vectors.refused.filter(({ isBound }) => !isBound))(
    'is refused by the member: $field $code',
    ({ data, field, code }) => {
      expect(faultsOf(data).map(told)[0]).toEqual([field, code]);
    },
  );

  it.each(vectors.warned)('is warned of: $data', ({ data, warnings }) => {
    expect(faultsOf(data)).toEqual([]);
    expect(warningsOf(data).map(told)).toEqual(warnings);
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
