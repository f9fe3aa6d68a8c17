/** The tree of the shop's categories, and how one is put elsewhere in it. */
import { t } from '@lingui/core/macro';
import { ifMatch } from '../../api/fetch.ts';
import {
  type EcomCategoryOut,
  ecomCategoriesGet,
  ecomCategoriesList,
  ecomCategoriesUpdate,
} from '../../api/generated/index.ts';
import source from '../../fields/sources/ecom.categories.ts';
import { orderedTree } from '../tree/ordered-tree.ts';

export const { tree: CATEGORY_TREE, stepActions } = orderedTree<EcomCategoryOut>({
  tag: 'categories',
  source,
  list: ecomCategoriesList,
  get: async (id) => (await ecomCategoriesGet({ path: { id } })).data,
  put: async ({ id, version, name, description }, parentId, position) => {
    const body = { name, description, parentId, position };
    return (await ecomCategoriesUpdate({ path: { id }, headers: ifMatch(version), body })).data;
  },
  moved: ({ name }) => t`“${name}” was moved.`,
});
