import type { Example } from '../testing/example.ts';

export default [{ fields: { askName: 'optional' } }] satisfies Example[];
