import type { Example } from '../testing/example.ts';
import { asked } from '../testing/example-content.ts';

export default [{ fields: { fields: asked } }] satisfies Example[];
