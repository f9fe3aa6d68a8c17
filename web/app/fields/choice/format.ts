import type { Format } from '../format.ts';

const format: Format<'choice'> = ({ options }, value) =>
  options.find((option) => option.value === value)?.label ?? String(value);
export default format;
