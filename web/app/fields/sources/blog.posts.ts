import { t } from '@lingui/core/macro';
import { blogGetPostOptions, blogListPostsOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import type { BlogPostOut } from '../../api/generated/index.ts';
import { defineSource } from '../define-source.ts';

const AT_MOST = 8;

export default defineSource<BlogPostOut>({
  many: t`Posts`,
  search: (q) =>
    blogListPostsOptions({ query: { start: 0, limit: AT_MOST, sort: '-publishedAt', ...(q && { q }) } }),
  get: (id) => blogGetPostOptions({ path: { id } }),
  idOf: ({ id }) => id,
  labelOf: ({ title }) => title,
  hintOf: ({ pages }) => pages[0]?.url,
});
