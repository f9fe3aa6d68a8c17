import type { Example } from '../testing/example.ts';
import { links, post } from '../testing/example-content.ts';

export default [
  { fields: { showReadingTime: true }, data: { post: { ...post, readingMinutes: 5, categories: links } } },
] satisfies Example[];
