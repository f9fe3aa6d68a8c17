/** The tree of the shop's categories, and how one is put elsewhere in it. */
import { t } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { ifMatch } from '../../api/fetch.ts';
import { type EcomCategoryOut, ecomCategoriesGet, ecomCategoriesUpdate } from '../../api/generated/index.ts';
import source from '../../fields/sources/ecom.categories.ts';
import type { ResourceTree } from '../define-resource.ts';

/** Only what a branch gives knows how many stand below. */
type Twig = EcomCategoryOut & { below?: number };

function belowOf(rows: EcomCategoryOut[], id: string): number {
  const own = rows.filter(({ parentId }) => parentId === id);
  return own.reduce((sum, row) => sum + 1 + belowOf(rows, row.id), 0);
}

/** All of them are read once, however many branches are open. */
const branch = (parent: EcomCategoryOut | undefined) =>
  queryOptions({
    queryKey: [{ tags: ['categories'], branch: parent?.id ?? null }],
    queryFn: async ({ client }) => {
      const all = await client.fetchQuery({ ...source.search(''), staleTime: 0 });
      const results: EcomCategoryOut[] = all.results;
      const own = results.filter(({ parentId }) => parentId === (parent?.id ?? null));
      return { results: own.map((row) => ({ ...row, below: belowOf(results, row.id) })) };
    },
  });

/** Where it is now, for its siblings may have moved it along without a version of its own. */
export async function place(
  { id }: EcomCategoryOut,
  parentId: string | null,
  position: (now: EcomCategoryOut) => number | null,
): Promise<EcomCategoryOut> {
  const { data: now } = await ecomCategoriesGet({ path: { id } });
  const { data } = await ecomCategoriesUpdate({
    path: { id },
    headers: ifMatch(now.version),
    body: { name: now.name, description: now.description, parentId, position: position(now) },
  });
  return data;
}

/** Before or after another, as both are now: of the places the service counts those that are without the moved one. */
async function beside(
  row: EcomCategoryOut,
  sibling: EcomCategoryOut,
  side: 'before' | 'after',
): Promise<EcomCategoryOut> {
  const { data: other } = await ecomCategoriesGet({ path: { id: sibling.id } });
  return place(row, other.parentId, (now) => {
    const isAbove = now.parentId === other.parentId && now.position < other.position;
    return other.position - (isAbove ? 1 : 0) + (side === 'after' ? 1 : 0);
  });
}

export const CATEGORY_TREE: ResourceTree<EcomCategoryOut> = {
  branch,
  belowOf: (row: Twig) => row.below ?? 0,
  move: {
    canMove: () => true,
    canHold: () => true,
    run: (row, parent) => place(row, parent?.id ?? null, () => null),
    beside,
    undo: (row, before) => place(row, before.parentId, () => before.position),
    done: ({ name }) => t`“${name}” and its subcategories were moved.`,
  },
};
