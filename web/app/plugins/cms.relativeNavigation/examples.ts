import type { Example } from '../testing/example.ts';
import { here, links, there } from '../testing/example-content.ts';

export default [false, true].map((showLabel) => ({
  fields: { showLabel, showNeighbours: true },
  data: { parent: there, siblings: links, children: links, previous: here, next: there },
})) satisfies Example[];
