import { describe, expect, it } from 'vitest';
import vectors from '../../../tests/vectors/plugin-fields.json';
import { faultsOf } from './check.ts';
import type { FieldDefinition } from './types.ts';

interface Case {
  description: string;
  definition: FieldDefinition;
  value: unknown;
  fault: { field: string; code: string } | null;
}

const cases = vectors as Case[];

describe('values of fields', () => {
  it.each(cases)('$description', ({ definition, value, fault }) => {
    const [first] = faultsOf({ field: definition }, { field: value });
    expect(first ? { field: ['fields', ...first.path].join('.'), code: first.code } : null).toEqual(fault);
  });

  it('say of every item what is wrong with it', () => {
    const list = {
      type: 'list',
      label: 'Links',
      item: { href: { type: 'address', label: 'Address' } },
    } as const;
    const items = [{ href: '/good' }, { href: 'javascript:x()' }, { href: '//else.where' }];
    expect(faultsOf({ items: list }, { items }).map(({ path }) => path.join('.'))).toEqual([
      'items.1.href',
      'items.2.href',
    ]);
  });
});
