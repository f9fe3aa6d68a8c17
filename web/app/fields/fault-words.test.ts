import { describe, expect, it } from 'vitest';
import { faultsIn } from './check.ts';
import { faultWords } from './fault-words.ts';
import type { FieldDefinition } from './types.ts';

const declarations = import.meta.glob<object>('./*/declaration.json', { eager: true, import: 'default' });

describe('what is wrong with a value', () => {
  it.each(Object.entries(declarations))('has words for each fault that %s names', (_, declaration) => {
    const named = [...JSON.stringify(declaration).matchAll(/"fault":"(\w+)"/g)].map(([, code]) => code);
    expect(named.filter((code) => !Object.hasOwn(faultWords, code as string))).toEqual([]);
  });

  it.each<[FieldDefinition, unknown, string]>([
    [{ type: 'switch', label: 'S' }, 'x', 'This has to be on or off.'],
    [{ type: 'number', label: 'N', integer: true }, 0.5, 'This has to be a whole number.'],
    [
      { type: 'text', label: 'T', maxLength: 2000 },
      'x'.repeat(2001),
      'This can have 2,000 characters at most.',
    ],
    [{ type: 'text', label: 'T', minLength: 3 }, 'x', 'This needs 3 characters at least.'],
    [{ type: 'number', label: 'N', min: 1, max: 10 }, 11, 'This has to be between 1 and 10.'],
    [{ type: 'date', label: 'D', latest: '2030-01-01' }, '2031-01-01', 'This date cannot be chosen.'],
  ])('%j %j', (definition, value, detail) => {
    expect(faultsIn(definition, value).map((fault) => fault.detail)).toEqual([detail]);
  });
});

describe('an amount that is out of its bounds', () => {
  const detailOf = (bounds: { min?: number; max?: number }, amount: number, currency = 'EUR') =>
    faultsIn({ type: 'money', label: 'M', ...bounds }, { amount, currency })[0]?.detail ?? '';

  it('is told them as money, and nothing of those of the machine', () => {
    expect(detailOf({ max: 100_000 }, 200_000)).toBe('This has to be €1,000.00 or less.');
    expect(detailOf({ min: 500 }, 400)).toBe('This has to be €5.00 or more.');
    expect(detailOf({ min: 500, max: 100_000 }, 400, 'HUF')).toMatch(
      /between HUF.5\.00 and HUF.1,000\.00\.$/,
    );
    expect(detailOf({ min: 0 }, 2 ** 53)).toBe('This number is too large.');
  });
});
