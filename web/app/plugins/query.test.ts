import { describe, expect, it } from 'vitest';
import vectors from '../../../tests/vectors/plugin-query.json';
import { canonicalSearch, declaredParameters, normalisedQuery, type Parameters } from './query.ts';

const parameters: Parameters = {
  page: { type: 'number', min: 1, max: 1000 },
  offset: { type: 'number', min: -10, max: 10 },
  price: { type: 'number', min: 0, max: 100, decimals: 2 },
  sort: { type: 'select', options: ['new', 'old'] },
  q: { type: 'text', maxLength: 10 },
};

describe('the parameters of an address', () => {
  it.each(vectors)('are read as by content: $description', ({ search, query }) => {
    const found = normalisedQuery(parameters, search);
    expect(found).toEqual(query);
    // The one spelling says the same, and is what it would be made into again.
    const spelled = canonicalSearch(found);
    expect(normalisedQuery(parameters, spelled)).toEqual(found);
    expect(canonicalSearch(normalisedQuery(parameters, spelled))).toBe(spelled);
  });

  it('are spelled in one way', () => {
    expect(canonicalSearch(normalisedQuery(parameters, 'sort=new&q=a%26b&x=1&page=02'))).toBe(
      '?page=2&q=a%26b&sort=new',
    );
    expect(canonicalSearch({})).toBe('');
  });

  it('are those of all plugins together', () => {
    const page = { type: 'number', min: 1, max: 9 } as const;
    expect(declaredParameters([{ query: { page } }, { query: {} }])).toEqual({ page });
  });
});
