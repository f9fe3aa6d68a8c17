import { describe, expect, it } from 'vitest';
import type { ShippingRowOut } from '../../api/generated/index.ts';
import { moved, newCondition, newRule, placesOfRows, rowsFrom, rulesFrom } from './rules.ts';
import { scaledFrom, typedScaled } from './units.ts';
import { sentenceOf, summaryOf } from './words.ts';

const asks = (
  variable: ShippingRowOut['variable'],
  operator: ShippingRowOut['operator'],
  operand: ShippingRowOut['operand'],
  logic: ShippingRowOut['logic'],
) => ({ variable, operator, operand, logic, consequenceType: null, consequence: null });

const ROWS: ShippingRowOut[] = [
  asks('postcode', 'starts_with', 'BT', 'and'),
  { ...asks('weight', 'over', 2000, 'then'), consequenceType: 'set_shipping', consequence: 1250 },
  asks('country', 'is_one_of', 'GB;IE', 'or'),
  { ...asks('totalInclTax', 'at_least', 5050, 'then'), consequenceType: 'to_matrix', consequence: 'm-1' },
  { ...asks('always', null, null, 'then'), consequenceType: 'no_delivery' },
];

describe('rules', () => {
  it('are rows on the wire, and come back as they were', () => {
    const rules = rulesFrom(ROWS, 'GBP');
    expect(rules.map(({ conditions }) => conditions.length)).toEqual([2, 2, 0]);
    expect(rules[0]?.conditions[1]?.operand).toBe('2');
    expect(rules[0]?.charge).toBe('12.50');
    const stored = ROWS.map(({ consequenceType, consequence, ...row }) =>
      row.variable === 'always'
        ? { variable: row.variable, logic: row.logic, consequenceType, consequence }
        : row.logic === 'then'
          ? { ...row, consequenceType, consequence }
          : row,
    );
    expect(rowsFrom(rules, 'GBP')).toEqual(stored);
  });

  it('read like sentences', () => {
    const words = rulesFrom(ROWS, 'GBP').map((rule) => sentenceOf(rule, 'GBP', () => 'Islands'));
    expect(words).toEqual([
      'If postcode starts with BT and total weight is over 2 kg: delivery costs £12.50',
      'If country is one of GB, IE or total with tax is at least £50.50: continue with Islands',
      'In every other case: we do not deliver',
    ]);
    expect(summaryOf([], 'GBP')).toBe('No rules: nothing is delivered.');
    expect(summaryOf(ROWS, 'GBP')).toContain('and 2 more');
  });

  it('leave what is no number to be said by the service', () => {
    const rule = newRule([{ ...newCondition(), variable: 'weight', operator: 'over', operand: 'two' }]);
    expect(rowsFrom([rule], 'GBP')[0]).toMatchObject({ operand: 'two', consequence: null });
    expect(rowsFrom([{ ...rule, charge: '1.234' }], 'GBP')[0]).toMatchObject({ consequence: '1.234' });
  });

  it('know which row each of them is', () => {
    const rules = rulesFrom(ROWS, 'GBP');
    const places = placesOfRows(rules);
    expect(places).toHaveLength(ROWS.length);
    expect(places[3]).toEqual({ rule: rules[1]?.key, condition: rules[1]?.conditions[1]?.key });
    expect(places[4]).toEqual({ rule: rules[2]?.key, condition: undefined });
  });

  it('are moved within bounds', () => {
    expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
    expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
    expect(moved(['a', 'b', 'c'], 0, -1)).toEqual(['a', 'b', 'c']);
    expect(moved(['a', 'b', 'c'], 2, 3)).toEqual(['a', 'b', 'c']);
  });
});

describe('numbers of rules', () => {
  it.each([
    ['2.5', 3, 2500],
    ['2,5', 3, 2500],
    ['0.29', 2, 29],
    ['.5', 2, 50],
    ['12', 0, 12],
  ])('%s with %i places is %i', (typed, places, value) => {
    expect(scaledFrom(typed, places)).toBe(value);
  });

  it.each(['1.2345', '-1', '1e400', '1٠', '.'])('%s is none', (typed) => {
    expect(scaledFrom(typed, 3)).toBe(typed);
  });

  it('are written with the digits that count', () => {
    expect([
      typedScaled(2000, 3),
      typedScaled(5, 3),
      typedScaled(1250, 2),
      typedScaled(400, 2),
      typedScaled(0, 2),
    ]).toEqual(['2', '0.005', '12.50', '4', '0']);
    expect(typedScaled(100, 0)).toBe('100');
  });
});
