import type { Example } from '../testing/example.ts';
import { goods } from '../testing/example-content.ts';

export default [
  { data: { product: goods } },
  { data: { product: { ...goods, variants: [] } } },
] satisfies Example[];
