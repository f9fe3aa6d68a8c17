import type { Format } from '../format.ts';
import { digitsOf } from './units.ts';

const format: Format<'money'> = (_, value, locale) => {
  if (typeof value !== 'object' || value === null) return String(value);
  const { amount, currency } = value as { amount?: unknown; currency?: unknown };
  if (typeof amount !== 'number' || typeof currency !== 'string') return '–';
  return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(
    amount / 10 ** digitsOf(currency),
  );
};
export default format;
