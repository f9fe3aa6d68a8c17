/** Amounts are kept in a currency's smallest unit and typed in its own: 19.99 EUR is 1999. */
import { minorDigits } from '#words/format.ts';

/** 1999 → "19.99" */
export function typedFrom(amount: number, currency: string): string {
  return (amount / 10 ** minorDigits(currency)).toFixed(minorDigits(currency));
}

/** "19.99" or "19,99" → 1999; what is no amount, or too fine for the currency, comes back as it is. */
export function amountFrom(typed: string, currency: string): number | string {
  const [, sign = '', whole = '', fraction = ''] =
    /^([+-]?)([0-9]{0,13})(?:[.,]([0-9]*))?$/.exec(typed.trim()) ?? [];
  const places = minorDigits(currency);
  if ((whole === '' && fraction === '') || fraction.length > places) return typed;
  // By its digits, for 0.29 * 100 is not 29.
  const amount = Number(`${whole}${fraction.padEnd(places, '0')}`);
  return sign === '-' ? -amount : amount;
}
