import { describe, expect, it } from 'vitest';
import { amountFrom, typedFrom } from '../fields/money/units.ts';
import { formatsFor, minorDigits } from './format.ts';

const written = (amount: number, currency: string) =>
  formatsFor('en').money(amount, currency).replace(/\s/g, ' ');

describe('money', () => {
  it.each([
    ['GBP', 2, '£1,999.00'],
    // Intl, or CLDR, writes these without their minor units.
    ['HUF', 2, 'HUF 1,999.00'],
    ['IDR', 2, 'IDR 1,999.00'],
    ['COP', 2, 'COP 1,999.00'],
    ['RSD', 2, 'RSD 1,999.00'],
    ['JPY', 0, 'JP¥199,900'],
    ['KWD', 3, 'KWD 199.900'],
    ['IQD', 3, 'IQD 199.900'],
  ])('in %s has %i digits of minor units, as the services count', (currency, digits, words) => {
    expect(minorDigits(currency)).toBe(digits);
    expect(written(199_900, currency)).toBe(words);
  });

  it('is typed as it is written', () => {
    expect(amountFrom('1999', 'HUF')).toBe(199_900);
    expect(typedFrom(199_900, 'HUF')).toBe('1999.00');
    expect(amountFrom('1999', 'JPY')).toBe(1_999);
    expect(amountFrom('1.999', 'KWD')).toBe(1_999);
    expect(amountFrom('1.999', 'HUF')).toBe('1.999');
  });
});
