import { t } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { blogGetCategoryOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import { type BlogCategoryOut, blogListCategories } from '../../api/generated/index.ts';
import { readAll } from '../../api/read-all.ts';
import { defineSource } from '../define-source.ts';

export default defineSource<BlogCategoryOut>({
  many: t`Categories`,
  search: () =>
    queryOptions({
      queryKey: [{ tags: ['blog'], tree: 'blog' }],
      queryFn: async ({ signal }) => ({
        results: await readAll((part) =>
          blogListCategories({ query: { ...part, sort: 'position' }, signal }),
        ),
      }),
    }),
  get: (id) => blogGetCategoryOptions({ path: { id } }),
  idOf: ({ id }) => id,
  labelOf: ({ name }) => name,
  parentOf: ({ parentId }) => parentId,
});
