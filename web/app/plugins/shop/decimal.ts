import { minorDigits } from '#words/format.ts';

/** An amount as programs write it, `12.50`: no sign of the currency, no grouping. */
export function decimal(amount: number, currency: string): string {
  const digits = minorDigits(currency);
  return (amount / 10 ** digits).toFixed(digits);
}
