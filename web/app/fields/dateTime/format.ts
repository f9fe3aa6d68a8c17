import type { Format } from '../format.ts';

const format: Format<'dateTime'> = (_, value, locale) => {
  const moment = new Date(String(value));
  if (Number.isNaN(moment.getTime())) return String(value);
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(moment);
};
export default format;
