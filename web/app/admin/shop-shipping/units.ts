/** What numbers of a rule are typed in: kilograms, centimetres, the currency; kept in grams, millimetres, its minor units. */
import { minorDigits } from '#words/format.ts';
import type { Operator, Variable } from './row-types.ts';

const PLACES: Partial<Record<Variable, number>> = {
  weight: 3,
  heaviest: 3,
  length: 1,
  width: 1,
  height: 1,
  items: 0,
};
const NUMERIC: readonly Variable[] = [
  'weight',
  'heaviest',
  'length',
  'width',
  'height',
  'items',
  'totalExclTax',
  'totalInclTax',
];
const CHOICES: readonly Operator[] = ['is', 'is_not', 'is_one_of', 'is_none_of'];
const TEXT: readonly Operator[] = [
  'starts_with',
  'does_not_start_with',
  ...CHOICES,
  'contains',
  'does_not_contain',
];
const COMPARISONS: readonly Operator[] = ['over', 'at_least', 'under', 'at_most', 'is', 'is_not'];

export const isNumeric = (variable: Variable): boolean => NUMERIC.includes(variable);

export const operatorsOf = (variable: Variable): readonly Operator[] =>
  isNumeric(variable) ? COMPARISONS : variable === 'country' ? CHOICES : TEXT;

/** Digits after the point that a number of a rule may have. */
export const placesOf = (variable: Variable, currency: string): number =>
  PLACES[variable] ?? minorDigits(currency);

/** 2500 with three places → "2.5" */
export function typedScaled(value: number, places: number): string {
  const digits = String(value).padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  const fraction = digits.slice(digits.length - places);
  // Of money both digits are written, of a weight what counts of them.
  return places === 2 && Number(fraction) > 0
    ? `${whole}.${fraction}`
    : `${whole}.${fraction}`.replace(/\.?0*$/, '');
}

/** "2.5", "2,5" → 2500 with three places; what is no number comes back as it is, nothing as undefined. */
export function scaledFrom(typed: string, places: number): number | string | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  const [, whole = '', fraction = ''] = /^([0-9]{0,12})(?:[.,]([0-9]*))?$/.exec(text) ?? [];
  if ((whole === '' && fraction === '') || fraction.length > places) return text;
  // By its digits, for 0.29 * 100 is not 29.
  return Number(`${whole}${fraction.padEnd(places, '0')}`);
}

/** An amount as rules hold it. */
export const typedAmount = (amount: number | string | undefined, currency: string): string =>
  typeof amount === 'number' ? typedScaled(amount, minorDigits(currency)) : (amount ?? '');

/** An operand as it is typed. */
export function typedOperand(variable: Variable, operand: number | string | null, currency: string): string {
  return typeof operand === 'number' ? typedScaled(operand, placesOf(variable, currency)) : (operand ?? '');
}

/** An operand as it is sent. */
export function operandFrom(variable: Variable, typed: string, currency: string): number | string | null {
  return isNumeric(variable) ? (scaledFrom(typed, placesOf(variable, currency)) ?? null) : typed.trim();
}
