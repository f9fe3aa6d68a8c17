import { t } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { ecomCategoriesGetOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import { type EcomCategoryOut, ecomCategoriesList } from '../../api/generated/index.ts';
import { readAll } from '../../api/read-all.ts';
import { defineSource } from '../define-source.ts';

export default defineSource<EcomCategoryOut>({
  many: t`Categories`,
  search: () =>
    queryOptions({
      queryKey: [{ tags: ['categories'], tree: 'ecom' }],
      queryFn: async ({ signal }) => ({
        results: await readAll((part) =>
          ecomCategoriesList({ query: { ...part, sort: 'position' }, signal }),
        ),
      }),
    }),
  get: (id) => ecomCategoriesGetOptions({ path: { id } }),
  idOf: ({ id }) => id,
  labelOf: ({ name }) => name,
  parentOf: ({ parentId }) => parentId,
});
