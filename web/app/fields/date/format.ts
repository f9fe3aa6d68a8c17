import type { Format } from '../format.ts';

const format: Format<'date'> = (_, value, { formats }) => formats.day(String(value));
export default format;
