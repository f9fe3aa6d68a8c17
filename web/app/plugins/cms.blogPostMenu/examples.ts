import type { Example } from '../testing/example.ts';
import { links, post } from '../testing/example-content.ts';

export default [
  { data: { posts: links } },
  { fields: { showLabel: false }, data: { posts: links } },
  { fields: { displayMode: 'cards' }, data: { posts: [post] } },
  { fields: { displayMode: 'cards', showLabel: false }, data: { posts: [post] } },
] satisfies Example[];
