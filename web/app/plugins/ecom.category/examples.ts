import type { Example } from '../testing/example.ts';
import { listed } from '../testing/example-content.ts';

export default [{ data: listed }, { data: { ...listed, groups: [], total: 0 } }] satisfies Example[];
