import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import {
  ecomCategoriesGetOptions,
  ecomCategoriesListOptions,
} from '../../api/generated/@tanstack/react-query.gen.ts';
import {
  type EcomCategoryOut,
  ecomCategoriesCreate,
  ecomCategoriesDelete,
  ecomCategoriesUpdate,
} from '../../api/generated/index.ts';
import { pathOf } from '../../fields/pickers/tree.ts';
import tree from '../../fields/sources/ecom.categories.ts';
import { nameColumn } from '../columns.tsx';
import { definePlainResource } from '../define-plain-resource.ts';
import { mayWrite } from '../define-resource.ts';
import { CATEGORY_TREE, stepActions } from './branches.ts';
import entry from './entry.ts';

/** All of them are read once, however many rows name theirs. */
function Parent({ parentId }: EcomCategoryOut) {
  const { data } = useQuery(tree.search(''));
  return data?.results.find(({ id }) => id === parentId)?.name ?? '–';
}

export default definePlainResource<EcomCategoryOut>({
  ...entry,
  api: {
    tag: 'categories',
    list: ecomCategoriesListOptions,
    get: ecomCategoriesGetOptions,
    create: ecomCategoriesCreate,
    update: ecomCategoriesUpdate,
    delete: ecomCategoriesDelete,
  },
  columns: [
    nameColumn(),
    {
      key: 'parentId',
      header: t`Parent`,
      width: '26%',
      cell: (category) => <Parent {...category} />,
      text: async ({ parentId }, queryClient) =>
        pathOf(tree, (await queryClient.fetchQuery(tree.search(''))).results, parentId),
    },
    {
      key: 'description',
      header: t`Description`,
      width: '34%',
    },
  ],
  defaultSort: 'name',
  tree: { ...CATEGORY_TREE, isFirst: true, startsOpen: true },
  menuActions: (row) => (mayWrite(entry) ? stepActions(row) : []),
  nameOf: ({ name }) => name,
  fields: [
    { type: 'text', name: 'name', label: t`Name`, required: true, maxLength: 200 },
    {
      type: 'category',
      of: 'ecom.categories',
      name: 'parentId',
      label: t`Parent category`,
      hint: t`Leave empty for a category at the top.`,
    },
    { type: 'text', name: 'description', label: t`Description`, multiline: true, maxLength: 10_000 },
  ],
});
