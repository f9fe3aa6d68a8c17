import { t } from '@lingui/core/macro';
import {
  contentBlogGetPostOptions,
  contentBlogListPostsOptions,
} from '../../api/generated/@tanstack/react-query.gen.ts';
import type { ContentPostOut } from '../../api/generated/index.ts';
import { defineSource } from '../define-source.ts';

const AT_MOST = 8;

export default defineSource<ContentPostOut>({
  many: t`Posts`,
  search: (q) =>
    contentBlogListPostsOptions({ query: { start: 0, limit: AT_MOST, sort: '-publishedAt', ...(q && { q }) } }),
  get: (id) => contentBlogGetPostOptions({ path: { id } }),
  idOf: ({ id }) => id,
  labelOf: ({ title }) => title,
  hintOf: ({ pages }) => pages[0]?.url,
});
