import type { Format } from '../format.ts';

const format: Format<'switch'> = (_, value) => (value === true ? 'Yes' : 'No');
export default format;
