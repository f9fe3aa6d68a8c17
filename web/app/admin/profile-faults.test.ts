import { describe, expect, it } from 'vitest';
import { fieldsOf } from '../identity/schema-fields.ts';
import { faultsOf } from './profile-faults.ts';

describe('faultsOf', () => {
  const schema = {
    type: 'object',
    properties: {
      name: { type: 'string' },
      size: { type: 'integer' },
      weight: { type: 'number' },
      address: { type: 'string', format: 'email' },
      born: { type: 'string', format: 'date' },
      raw: {},
    },
    required: ['name'],
  };
  const fields = fieldsOf(schema);
  it('finds what is missing or cannot be read', () => {
    const values = {
      'data/name': ' ',
      'data/size': '4.5',
      'data/weight': 'x',
      'data/address': 'x',
      'data/born': '2026-02-30',
      'data/raw': '{',
    };
    expect(faultsOf(fields, values)).toEqual({
      'data/name': 'Fill this in.',
      'data/size': 'This has to be a whole number.',
      'data/weight': 'This has to be a number.',
      'data/address': 'Enter a valid email address.',
      'data/born': 'Enter a date that exists, such as 2026-01-31.',
      'data/raw': 'Raw is not valid JSON.',
    });
  });

  it('finds nothing in what is right', () => {
    // The registry bounds a text of itself; a schema does not.
    const name = 'Ada '.repeat(1000);
    const values = {
      'data/name': name,
      'data/size': '4',
      'data/weight': '-1e2',
      'data/address': ' ada@example.com ',
      'data/raw': '[]',
    };
    expect(faultsOf(fields, values)).toEqual({});
  });
});
