import type { Example } from '../testing/example.ts';
import { post } from '../testing/example-content.ts';

export default [
  { fields: { showAuthor: true }, data: { posts: [post], page: 2, hasOlder: true, hasFeed: true } },
  { data: { posts: [], page: 1, hasOlder: false, hasFeed: false } },
] satisfies Example[];
