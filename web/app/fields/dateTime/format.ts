import type { Format } from '../format.ts';

const format: Format<'dateTime'> = (_, value, { formats }) => formats.dateTime(String(value), 'long');
export default format;
