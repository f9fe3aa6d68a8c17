import { describe, expect, it } from 'vitest';
import { fieldsOf } from '../identity/schema-fields.ts';
import { faultsOf } from './profile-faults.ts';

describe('faultsOf', () => {
  const schema = {
    type: 'object',
    properties: { name: { type: 'string' }, size: { type: 'integer' }, weight: { type: 'number' }, raw: {} },
    required: ['name'],
  };
  const fields = fieldsOf(schema);
  it('finds what is missing or cannot be read', () => {
    const values = { 'data/name': ' ', 'data/size': '4.5', 'data/weight': 'x', 'data/raw': '{' };
    expect(faultsOf(fields, values)).toEqual({
      'data/name': 'Enter a value for Name.',
      'data/size': 'Size has to be a whole number.',
      'data/weight': 'Weight has to be a number.',
      'data/raw': 'Raw is not valid JSON.',
    });
  });

  it('finds nothing in what is right', () => {
    const values = { 'data/name': 'Ada', 'data/size': '4', 'data/weight': '-1e2', 'data/raw': '[]' };
    expect(faultsOf(fields, values)).toEqual({});
  });
});
