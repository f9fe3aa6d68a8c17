/** The blog's categories as a tree, beside their posts. */
import { t } from '@lingui/core/macro';
import { ExternalLink, FolderPlus } from 'lucide-react';
import { blogKey, type Category, deleteCategory, updateCategory } from '../../api/blog.ts';
import { blogListCategoriesOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import { blogGetCategory, blogListCategories } from '../../api/generated/index.ts';
import { pagesKey } from '../../api/pages.ts';
import source from '../../fields/sources/blog.categories.ts';
import { defineResource, type MenuAction, type Resource, type ResourceTree } from '../define-resource.ts';
import { orderedTree, type Twig } from '../tree/ordered-tree.ts';
import entry from './entry.ts';

const { tree, stepActions } = orderedTree<Category>({
  tag: 'blog',
  source,
  list: blogListCategories,
  get: async (id) => (await blogGetCategory({ path: { id } })).data,
  put: (category, parentId, position) => updateCategory(category, { parentId, position }),
  moved: ({ name }) => t`“${name}” was moved.`,
});

export const CATEGORY_TREE: ResourceTree<Category> = {
  ...tree,
  leadsTo: ({ id }) => `?category=${id}`,
  startsOpen: true,
  rename: {
    run: (category, name) => updateCategory(category, { name }),
    done: (name, before) => t`“${before}” is now called “${name}”.`,
  },
};

const openPage = ({ pages: [page] }: Category): MenuAction[] =>
  page
    ? [{ label: t`Open its page`, icon: ExternalLink, onSelect: () => window.location.assign(page.url) }]
    : [];

/** `onAddBelow` asks for the name of a new one. */
export const categoriesWith = (onAddBelow: (parent: Category) => void): Resource<Category> =>
  defineResource<Category>({
    ...entry,
    many: t`Categories`,
    columns: [{ key: 'name', header: t`Name` }],
    defaultSort: 'position',
    idOf: ({ id }) => id,
    nameOf: ({ name }) => name,
    list: (params) => blogListCategoriesOptions({ query: params }),
    tree: CATEGORY_TREE,
    menuActions: (row) => [
      { label: t`New subcategory`, icon: FolderPlus, onSelect: () => onAddBelow(row) },
      ...openPage(row),
      ...stepActions(row),
    ],
    remove: deleteCategory,
    canRemove: ({ below }: Category & Twig) => !below,
    removalHint: t`Delete: move or delete its subcategories first`,
    removalNote: t`Its posts stay. If a page lists it, that page gets a new, empty category when it is next saved.`,
    invalidates: [blogKey, pagesKey],
  });
