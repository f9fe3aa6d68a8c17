/** Columns that many lists have. */
import { t } from '@lingui/core/macro';
import { Badge } from '../ui/badge.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import type { Column } from './define-resource.ts';
import { UsedOn } from './used-on.tsx';

/** The name, and whether it is the one that new pages get. */
export const nameColumn = <Row extends { name: string; isDefault?: boolean }>(): Column<Row> => ({
  key: 'name',
  header: t`Name`,
  isSortable: true,
  cell: ({ name, isDefault }) => (
    <>
      {name} {isDefault && <Badge>{t`For new pages`}</Badge>}
    </>
  ),
  text: ({ name }) => name,
});

/** On how many pages it is, and the way to them by the filter of this name of the list of pages. */
export const usedOnColumn = <Row extends { id: string; pageCount: number }>(filter: string): Column<Row> => ({
  key: 'pageCount',
  header: t`Used on`,
  width: '8rem',
  cell: ({ id, pageCount }) => <UsedOn pageCount={pageCount} filter={`${filter}=${id}`} />,
  text: ({ pageCount }) => pageCount,
});

export const changedColumn = <Row extends { updatedAt: string }>(): Column<Row> => ({
  key: 'updatedAt',
  header: t`Changed`,
  isSortable: true,
  width: '10rem',
  cell: ({ updatedAt }) => <RelativeTime moment={updatedAt} />,
  text: ({ updatedAt }) => updatedAt,
});
