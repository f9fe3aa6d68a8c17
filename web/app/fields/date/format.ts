import type { Format } from '../format.ts';

const format: Format<'date'> = (_, value, locale) => {
  // A day has no zone: as a moment it would be the day before to the west of it.
  const day = new Date(`${value}T00:00Z`);
  if (Number.isNaN(day.getTime())) return String(value);
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(day);
};
export default format;
