import type { Format } from '../format.ts';

const format: Format<'money'> = (_, value, { formats }) => {
  if (typeof value !== 'object' || value === null) return String(value);
  const { amount, currency } = value as { amount?: unknown; currency?: unknown };
  if (typeof amount !== 'number' || typeof currency !== 'string') return '–';
  return formats.money(amount, currency);
};
export default format;
