import type { Example } from '../testing/example.ts';
import { found } from '../testing/example-content.ts';

export default [{ data: found }, { data: { ...found, total: 0, results: [] } }] satisfies Example[];
