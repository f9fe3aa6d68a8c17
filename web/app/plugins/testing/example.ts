/** For tests: fields and data that a plugin is drawn with. Between its examples, it says all words that its view has. */
import type { Fields } from '../contract.ts';

export interface Example {
  fields?: Fields;
  data?: unknown;
}
