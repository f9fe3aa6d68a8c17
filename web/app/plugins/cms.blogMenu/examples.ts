import type { Example } from '../testing/example.ts';
import { links } from '../testing/example-content.ts';

export default [
  { data: { items: links } },
  { fields: { showLabel: false }, data: { items: links } },
] satisfies Example[];
