/** The tree of categories, and what can be done with it: each change with a way back. */
import { t } from '@lingui/core/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  blogKey,
  type Category,
  type CategoryPlace,
  createCategory,
  deleteCategory,
  updateCategory,
} from '../../api/blog.ts';
import { pagesKey } from '../../api/pages.ts';
import tree from '../../fields/sources/blog.categories.ts';
import { toast } from '../../ui/toast.ts';
import { useDelayedRemoval } from '../use-delayed-removal.ts';

const REMOVABLE = {
  many: t`Categories`,
  idOf: ({ id }: Category) => id,
  nameOf: ({ name }: Category) => name,
  remove: deleteCategory,
  removalNote: t`Its posts stay. If a page lists it, that page gets a new, empty category when it is next saved.`,
  invalidates: [blogKey, pagesKey],
};

export function useCategories() {
  const queryClient = useQueryClient();
  const query = useQuery(tree.search(''));
  const removal = useDelayedRemoval(REMOVABLE);
  const refresh = () => queryClient.invalidateQueries({ queryKey: blogKey });

  /** Changes one; `done` says so and offers the way back. False if it was refused, which is said. */
  const change = async (
    category: Category,
    to: { name: string } | CategoryPlace,
    done: string,
  ): Promise<boolean> => {
    try {
      const changed = await updateCategory(category, to);
      await refresh();
      const { name, parentId, position } = category;
      const back = 'name' in to ? { name } : { parentId, position };
      toast.undo(done, {
        onUndo: () => void updateCategory(changed, back).catch(toast.error).finally(refresh),
      });
      return true;
    } catch (error) {
      toast.error(error);
      await refresh();
      return false;
    }
  };

  return {
    query,
    categories: query.data?.results.filter((category) => !removal.isRemoved(category)),
    rename: (category: Category, name: string) =>
      change(category, { name }, t`“${category.name}” is now called “${name}”.`),
    move: (category: Category, place: CategoryPlace) =>
      change(category, place, t`“${category.name}” was moved.`),
    add: async (name: string, parentId: string | null): Promise<Category> => {
      const category = await createCategory(name, parentId);
      await refresh();
      return category;
    },
    remove: (category: Category) => removal.remove([category]),
  };
}

export type Categories = ReturnType<typeof useCategories>;
