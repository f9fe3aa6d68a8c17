/** Columns that many lists have. */
import { t } from '@lingui/core/macro';
import { Badge } from '../ui/badge.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import type { Column, KeysOfTexts } from './define-resource.ts';
import { UsedOn } from './used-on.tsx';

const newPages = ({ isDefault }: { isDefault?: boolean }) => isDefault && t`For new pages`;

/** The name, with a badge where there is something to say of it: by itself, that it is the one that new pages get. */
export const nameColumn = <Row extends { name: string; isDefault?: boolean }>(
  badge: (row: Row) => string | false | undefined = newPages,
  width?: string,
): Column<Row> => ({
  key: 'name',
  header: t`Name`,
  isSortable: true,
  ...(width !== undefined && { width }),
  cell: (row) => {
    const said = badge(row);
    return (
      <>
        {row.name} {said && <Badge>{said}</Badge>}
      </>
    );
  },
  text: ({ name }) => name,
});

/** What the values of a member are called. */
export const wordsColumn = <Row,>(
  key: keyof Row & string,
  header: string,
  words: Record<string, string>,
  others: Pick<Column<Row>, 'width' | 'isSortable' | 'isExtra'> = {},
): Column<Row> => ({
  key,
  header,
  ...others,
  cell: (row) => words[String(row[key])] ?? String(row[key]),
  text: (row) => words[String(row[key])] ?? String(row[key]),
});

/** On how many pages it is, and the way to them by the filter of this name of the list of pages. */
export const usedOnColumn = <Row extends { id: string; pageCount: number }>(filter: string): Column<Row> => ({
  key: 'pageCount',
  header: t`Used on`,
  width: '8rem',
  cell: ({ id, pageCount }) => <UsedOn pageCount={pageCount} filter={`${filter}=${id}`} />,
  text: ({ pageCount }) => pageCount,
});

/** A moment, shown as how long ago it was. */
export const momentColumn = <Row,>(
  key: KeysOfTexts<Row>,
  header: string,
  others: Pick<Column<Row>, 'width' | 'isSortable' | 'isExtra'> = {},
): Column<Row> => {
  const momentOf = (row: Row) => row[key] as string | null;
  return {
    key,
    header,
    isSortable: true,
    width: '10rem',
    ...others,
    cell: (row) => {
      const moment = momentOf(row);
      return moment ? <RelativeTime moment={moment} /> : '–';
    },
    text: (row) => momentOf(row) ?? '',
  };
};

export const createdColumn = <Row extends { createdAt: string }>(header = t`Created`): Column<Row> =>
  momentColumn('createdAt' as KeysOfTexts<Row>, header);

export const changedColumn = <Row extends { updatedAt: string }>(): Column<Row> =>
  momentColumn('updatedAt' as KeysOfTexts<Row>, t`Changed`);

/** A badge where a switch is on. */
export const switchColumn = <Row,>(key: keyof Row & string, header: string, label: string): Column<Row> => ({
  key,
  header,
  width: '9rem',
  cell: (row) => (row[key] ? <Badge tone="good">{label}</Badge> : '–'),
  text: (row) => (row[key] ? 'yes' : 'no'),
});
