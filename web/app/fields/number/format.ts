import type { Format } from '../format.ts';

const format: Format<'number'> = ({ unit }, value, { formats }) => {
  if (typeof value !== 'number') return String(value);
  return [formats.number(value), unit].filter(Boolean).join(' ');
};
export default format;
