/** Amounts are kept in a currency's smallest unit and typed in its own: 19.99 EUR is 1999. */
import { minorDigits } from '#words/format.ts';

const digits = new Map<string, number>();

/** How many digits a currency has after the point; two for what is no currency. */
export function digitsOf(currency: string): number {
  const known = digits.get(currency);
  if (known !== undefined) return known;
  let found = 2;
  try {
    found = minorDigits(currency);
  } catch {
    // Not three letters: it is said at the field.
  }
  digits.set(currency, found);
  return found;
}

/** 1999 → "19.99" */
export function typedFrom(amount: number, currency: string): string {
  return (amount / 10 ** digitsOf(currency)).toFixed(digitsOf(currency));
}

/** "19.99" or "19,99" → 1999; what is no amount, or too fine for the currency, comes back as it is. */
export function amountFrom(typed: string, currency: string): number | string {
  const [, sign = '', whole = '', fraction = ''] =
    /^([+-]?)([0-9]{0,13})(?:[.,]([0-9]*))?$/.exec(typed.trim()) ?? [];
  const places = digitsOf(currency);
  if ((whole === '' && fraction === '') || fraction.length > places) return typed;
  // By its digits, for 0.29 * 100 is not 29.
  const amount = Number(`${whole}${fraction.padEnd(places, '0')}`);
  return sign === '-' ? -amount : amount;
}
