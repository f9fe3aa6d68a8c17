import { plural } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Notice } from '../ui/notice.tsx';

/** How many pages have something, and the way to them: the list of pages with this filter, `layoutId=ID`. */
export function UsedOn({ pageCount, filter }: { pageCount: number; filter: string }): ReactNode {
  if (pageCount === 0) return '–';
  return (
    <Link to={`/cms-admin/pages?${filter}`}>{plural(pageCount, { one: '# page', other: '# pages' })}</Link>
  );
}

interface UsedOnNoticeProps {
  record: { id: string; pageCount: number } | undefined;
  /** The filter of the list of pages that finds those with the record. */
  filter: string;
  /** What to do so that a page has it. */
  unused: string;
  /** Where it is changed, around how many pages have it. */
  used: (pages: ReactNode) => ReactNode;
}

/** Where the record of a form is seen, for what is edited on the pages themselves. */
export function UsedOnNotice({ record, filter, unused, used }: UsedOnNoticeProps): ReactNode {
  if (!record || record.pageCount === 0) return <Notice>{unused}</Notice>;
  return <Notice>{used(<UsedOn pageCount={record.pageCount} filter={`${filter}=${record.id}`} />)}</Notice>;
}
