import type { Example } from '../testing/example.ts';
import { images } from '../testing/example-content.ts';

export default [
  { fields: { images } },
  { fields: { images, heading: 'סירות' } },
  { fields: { images, display: 'grid', lightbox: false } },
] satisfies Example[];
