// biome-ignore-all lint/a11y/noRedundantRoles: narrow screens lay the table out as cards, and Safari takes the meaning of a table from one that is not laid out as one.
/** The table of a list; on narrow screens each row is a card. */
import { t } from '@lingui/core/macro';
import { Checkbox } from '@mantine/core';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { Link } from 'react-router';
import { Skeleton } from '../ui/skeleton.tsx';
import { cellOf } from './cells.ts';
import { addressOf } from './define-entry.ts';
import { type Column, isOpenable, type Resource } from './define-resource.ts';
import styles from './list-table.module.css';
import { useListedRows } from './palette/record-at-hand.ts';
import { hasMenu, RowMenu } from './row-menu.tsx';
import type { Selection } from './use-selection.ts';

interface ListTableProps<Row> {
  resource: Resource<Row>;
  /** Those that are shown, in their order. */
  columns: Column<Row>[];
  /** Left out where nothing can be done with several. */
  selection: Selection<Row> | undefined;
  /** Undefined while they are read for the first time. */
  rows: Row[] | undefined;
  sort: string;
  onSort: (key: string) => void;
  onOpen: (row: Row) => void;
  onRemove: (row: Row) => void;
}

const SKELETON_ROWS = [0, 1, 2, 3, 4];

function Head<Row>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row>;
  sort: string;
  onSort: (key: string) => void;
}) {
  const isUp = sort === column.key;
  const isDown = sort === `-${column.key}`;
  const Arrow = isUp ? ArrowUp : isDown ? ArrowDown : ChevronsUpDown;
  return (
    <th
      role="columnheader"
      scope="col"
      style={{ width: column.width }}
      aria-sort={isUp ? 'ascending' : isDown ? 'descending' : undefined}
    >
      {column.isSortable ? (
        <button type="button" data-active={isUp || isDown || undefined} onClick={() => onSort(column.key)}>
          {column.header}
          <Arrow size={14} aria-hidden />
        </button>
      ) : (
        column.header
      )}
    </th>
  );
}

/** Up and down go from row to row, by the link that each begins with; Enter then is the link's own. */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const row = (event.target as HTMLElement).closest('tr');
  if (!step || !row || event.altKey || event.ctrlKey || event.metaKey) return;
  const next = step > 0 ? row.nextElementSibling : row.previousElementSibling;
  const link = next?.querySelector<HTMLElement>('[data-row-link]');
  if (!link) return;
  event.preventDefault();
  link.focus();
}

type RowsProps<Row> = Omit<ListTableProps<Row>, 'sort' | 'onSort'>;

function Rows<Row>({ resource, columns, selection, rows, onOpen, onRemove }: RowsProps<Row>) {
  return rows?.map((row) => {
    const id = resource.idOf(row);
    const isChosen = selection?.has(row);
    return (
      <tr key={id} role="row" data-row={id} data-chosen={isChosen || undefined}>
        {selection && (
          <td role="cell" className={styles.select}>
            <Checkbox
              aria-label={t`Select ${resource.nameOf(row)}`}
              checked={isChosen}
              onChange={() => selection.toggle(row)}
            />
          </td>
        )}
        {columns.map((column, index) => (
          <td key={column.key} role="cell" data-label={column.header} data-main={index === 0 || undefined}>
            {index === 0 && isOpenable(resource) ? (
              <Link data-row-link className={styles.rowLink} to={addressOf(resource, id)}>
                {cellOf(column, row)}
              </Link>
            ) : (
              cellOf(column, row)
            )}
          </td>
        ))}
        {hasMenu(resource) && (
          <td role="cell" className={styles.actions}>
            <RowMenu resource={resource} row={row} onOpen={onOpen} onRemove={onRemove} />
          </td>
        )}
      </tr>
    );
  });
}

function SelectAll<Row>({ selection, rows = [] }: { selection: Selection<Row>; rows?: Row[] }) {
  const count = rows.filter(selection.has).length;
  return (
    <th role="columnheader" scope="col" className={styles.select}>
      <Checkbox
        aria-label={t`Select all on this page`}
        checked={count > 0 && count === rows.length}
        indeterminate={count > 0 && count < rows.length}
        disabled={rows.length === 0}
        onChange={() => selection.toggleAll(rows)}
      />
    </th>
  );
}

export function ListTable<Row>(props: ListTableProps<Row>) {
  const { resource, columns, selection, rows, sort, onSort, onOpen, onRemove } = props;
  useListedRows(resource, rows);
  return (
    <table role="table" className={styles.table} aria-label={resource.many}>
      <thead role="rowgroup">
        <tr role="row">
          {selection && <SelectAll selection={selection} rows={rows} />}
          {columns.map((column) => (
            <Head key={column.key} column={column} sort={sort} onSort={onSort} />
          ))}
          {hasMenu(resource) && (
            <th role="columnheader" scope="col" className={styles.actions}>
              <span className="pw-visually-hidden">{t`Actions`}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody role="rowgroup" onKeyDown={moveBetweenRows}>
        {rows ? (
          <Rows {...{ resource, columns, selection, rows, onOpen, onRemove }} />
        ) : (
          <SkeletonRows columns={columns} hasSelection={Boolean(selection)} hasActions={hasMenu(resource)} />
        )}
      </tbody>
    </table>
  );
}

interface SkeletonRowsProps<Row> {
  columns: Column<Row>[];
  hasSelection: boolean;
  hasActions: boolean;
}

function SkeletonRows<Row>({ columns, hasSelection, hasActions }: SkeletonRowsProps<Row>) {
  return SKELETON_ROWS.map((index) => (
    <tr key={index} role="row">
      {hasSelection && <td role="cell" className={styles.select} />}
      {columns.map((column, position) => (
        <td key={column.key} role="cell" data-main={position === 0 || undefined}>
          <Skeleton width={position === 0 ? `${55 - index * 6}%` : '60%'} />
        </td>
      ))}
      {hasActions && <td role="cell" className={styles.actions} />}
    </tr>
  ));
}
