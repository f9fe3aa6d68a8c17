/** One page of a list: its table, and the pager to the others. */

import type { Resource } from './define-resource.ts';
import type { List } from './list-bar.tsx';
import { ListPager } from './list-pager.tsx';
import { ListTable } from './list-table.tsx';
import { isSelectable } from './selection-bar.tsx';
import { SteadyHeight } from './steady-height.tsx';
import { nextSort } from './use-list-params.ts';
import type { Selection } from './use-selection.ts';

interface ListPageProps<Row> {
  resource: Resource<Row>;
  list: List<Row>;
  selection: Selection<Row>;
  /** Undefined while they are read for the first time. */
  rows: Row[] | undefined;
  /** Of all pages. */
  total: number;
  onOpen?: (row: Row) => void;
  onRemove?: (row: Row) => void;
  /** What the list is of, beside its view: with another one its height begins anew. */
  of?: string;
}

const nothing = () => undefined;

export function ListPage<Row>({
  resource,
  list,
  selection,
  rows,
  total,
  onOpen = nothing,
  onRemove = nothing,
  of = '',
}: ListPageProps<Row>) {
  const { params } = list;
  return (
    <>
      <SteadyHeight
        of={`${of} ${list.view} ${params.limit}`}
        isPaged={total > params.limit || params.start > 0}
      >
        <ListTable
          resource={resource}
          columns={list.columns}
          selection={isSelectable(resource) ? selection : undefined}
          rows={rows}
          sort={params.sort}
          onSort={(key) => list.setSort(nextSort(params.sort, key))}
          onOpen={onOpen}
          onRemove={onRemove}
        />
      </SteadyHeight>
      {/* Together with the rows: below those that stand in for them it would move. */}
      {rows && (
        <ListPager
          start={params.start}
          size={params.limit}
          total={total}
          onPage={list.setPage}
          onSize={list.setSize}
        />
      )}
    </>
  );
}
