/**
 * A tree whose records have places among those below the same one, as kit's trees have. All of it is read at once, however
 * many branches are open. A move reads the record and its new neighbour first: siblings are moved along without a version
 * of their own, so that what a tab has of their places may be old.
 */
import { t } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, IndentDecrease, IndentIncrease } from 'lucide-react';
import { readAll } from '../../api/read-all.ts';
import type { Source } from '../../fields/define-source.ts';
import { toast } from '../../ui/toast.ts';
import type { MenuAction, ResourceTree } from '../define-resource.ts';

interface Node {
  id: string;
  parentId: string | null;
  position: number;
}

/** A record as a branch gives it, which knows what stands around it. */
export interface Twig {
  below?: number;
  isFirst?: boolean;
  isLast?: boolean;
}

interface Declared<Row> {
  /** That the keys of its queries have. */
  tag: string;
  source: Pick<Source<Row>, 'search'>;
  // biome-ignore lint/suspicious/noExplicitAny: each generated call has options of its own
  list: (options: any) => Promise<{ data: { results: Row[]; total: number } }>;
  get: (id: string) => Promise<Row>;
  /** Puts it there, on the version that it has; null is the last place. */
  put: (row: Row, parentId: string | null, position: number | null) => Promise<Row>;
  /** Said of a record that was moved. */
  moved: (row: Row) => string;
}

interface OrderedTree<Row> {
  tree: ResourceTree<Row>;
  /** What moves a row by one step, for its menu: a touch screen has neither keys nor dragging. */
  stepActions: (row: Row & Twig) => MenuAction[];
}

function belowOf<Row extends Node>(rows: Row[], id: string): number {
  const own = rows.filter(({ parentId }) => parentId === id);
  return own.reduce((sum, row) => sum + 1 + belowOf(rows, row.id), 0);
}

/** Those directly below one, or at the top, where also those stand whose parent is not there. */
function childrenOf<Row extends Node>(rows: Row[], id: string | null): Row[] {
  const ids = new Set(rows.map((row) => row.id));
  return rows.filter(({ parentId }) => (parentId !== null && ids.has(parentId) ? parentId : null) === id);
}

export function orderedTree<Row extends Node>(declared: Declared<Row>): OrderedTree<Row> {
  const { tag, source, list, get, put, moved } = declared;

  const branch = (parent: Row | undefined) =>
    queryOptions({
      queryKey: [{ tags: [tag], branch: parent?.id ?? null }],
      queryFn: async ({ client }) => {
        const all: { results: Row[] } = await client.fetchQuery({ ...source.search(''), staleTime: 0 });
        const own = childrenOf(all.results, parent?.id ?? null);
        const results = own.map((row, index) => ({
          ...row,
          below: belowOf(all.results, row.id),
          isFirst: index === 0,
          isLast: index === own.length - 1,
        }));
        return { results };
      },
    });

  const place = async ({ id }: Node, parentId: string | null, position: (now: Row) => number | null) => {
    const now = await get(id);
    return put(now, parentId, position(now));
  };

  /** Before or after another, as both are now: of the places the service counts those that are without the moved one. */
  const beside = async (row: Node, sibling: Node, side: 'before' | 'after') => {
    const other = await get(sibling.id);
    return place(row, other.parentId, (now) => {
      const isAbove = now.parentId === other.parentId && now.position < other.position;
      return other.position - (isAbove ? 1 : 0) + (side === 'after' ? 1 : 0);
    });
  };

  const intoPrevious = async (row: Row) => {
    const all = await readAll((part) => list({ query: { ...part, sort: 'position' } }));
    const siblings = childrenOf(all, row.parentId);
    const previous = siblings[siblings.findIndex(({ id }) => id === row.id) - 1];
    return previous ? place(row, previous.id, () => null) : row;
  };

  const action = (label: string, icon: MenuAction['icon'], before: Row, step: () => Promise<Row>) => ({
    label,
    icon,
    onSelect: async (refresh: () => Promise<void>) => {
      try {
        const after = await step();
        const undo = () => place(after, before.parentId, () => before.position);
        toast.undo(moved(after), {
          takesKeys: true,
          onUndo: () => void undo().catch(toast.error).finally(refresh),
        });
      } catch (error) {
        toast.error(error);
      }
      await refresh();
    },
  });

  const stepActions = (row: Row & Twig): MenuAction[] => {
    const { parentId, isFirst, isLast } = row;
    // In a list sorted by something else, what is above is another, and nothing would be seen to move.
    if (isFirst === undefined) return [];
    const by = (step: number) => () => place(row, parentId, ({ position }) => Math.max(0, position + step));
    const actions = [
      !isFirst && action(t`Move up`, ArrowUp, row, by(-1)),
      !isLast && action(t`Move down`, ArrowDown, row, by(1)),
      !isFirst && action(t`Move into the one above`, IndentIncrease, row, () => intoPrevious(row)),
      parentId !== null &&
        action(t`Move out`, IndentDecrease, row, async () => beside(row, await get(parentId), 'after')),
    ];
    return actions.filter((each) => each !== false);
  };

  return {
    tree: {
      branch,
      belowOf: (row: Row & Twig) => row.below ?? 0,
      move: {
        canMove: () => true,
        canHold: () => true,
        run: (row, parent) => place(row, parent?.id ?? null, () => null),
        beside,
        undo: (row, before) => place(row, before.parentId, () => before.position),
        done: moved,
      },
    },
    stepActions,
  };
}
