import type { Format } from '../format.ts';

const format: Format<'choice'> = ({ options }, value) =>
  [value]
    .flat()
    .map((each) => options.find((option) => option.value === each)?.label ?? String(each))
    .join(', ');
export default format;
