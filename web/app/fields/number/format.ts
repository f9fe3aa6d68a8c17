import type { Format } from '../format.ts';

const format: Format<'number'> = ({ unit }, value, locale) => {
  if (typeof value !== 'number') return String(value);
  return [value.toLocaleString(locale), unit].filter(Boolean).join(' ');
};
export default format;
