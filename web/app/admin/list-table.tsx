// biome-ignore-all lint/a11y/noRedundantRoles: narrow screens lay the table out as cards, and Safari takes the meaning of a table from one that is not laid out as one.
/** The table of a list; on narrow screens each row is a card. */
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { Link } from 'react-router';
import { Skeleton } from '../ui/skeleton.tsx';
import { type Column, isOpenable, type Resource } from './define-resource.ts';
import styles from './list-table.module.css';
import { hasMenu, RowMenu } from './row-menu.tsx';

interface ListTableProps<Row> {
  resource: Resource<Row>;
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

function Rows<Row>({ resource, rows, onOpen, onRemove }: Omit<ListTableProps<Row>, 'sort' | 'onSort'>) {
  return rows?.map((row) => {
    const id = resource.idOf(row);
    return (
      <tr key={id} role="row">
        {resource.columns.map((column, index) => (
          <td key={column.key} role="cell" data-label={column.header}>
            {index === 0 && isOpenable(resource) ? (
              <Link data-row-link className={styles.rowLink} to={`/cms-admin/${resource.path}/${id}`}>
                {column.cell(row)}
              </Link>
            ) : (
              column.cell(row)
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

export function ListTable<Row>({ resource, rows, sort, onSort, onOpen, onRemove }: ListTableProps<Row>) {
  return (
    <table role="table" className={styles.table} aria-label={resource.many}>
      <thead role="rowgroup">
        <tr role="row">
          {resource.columns.map((column) => (
            <Head key={column.key} column={column} sort={sort} onSort={onSort} />
          ))}
          {hasMenu(resource) && (
            <th role="columnheader" scope="col" className={styles.actions}>
              <span className="pw-visually-hidden">Actions</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody role="rowgroup" onKeyDown={moveBetweenRows}>
        {rows ? (
          <Rows resource={resource} rows={rows} onOpen={onOpen} onRemove={onRemove} />
        ) : (
          SKELETON_ROWS.map((index) => (
            <tr key={index} role="row">
              {resource.columns.map((column, position) => (
                <td key={column.key} role="cell">
                  <Skeleton width={position === 0 ? `${55 - index * 6}%` : '60%'} />
                </td>
              ))}
              {hasMenu(resource) && <td role="cell" className={styles.actions} />}
            </tr>
          ))
        )}
      </tbody>
    </table>
  );
}
