import type { Example } from '../testing/example.ts';

export default [{}] satisfies Example[];
