/** For tests: the examples of the plugins that have some, by their refs. */
import { byRef } from '../registry/by-ref.ts';
import type { Example } from './example.ts';

export const EXAMPLES = byRef(
  import.meta.glob<Example[]>('../*/examples.ts', { eager: true, import: 'default' }),
);
