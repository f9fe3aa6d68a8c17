import { plural } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** How many pages have something, and the way to them: the list of pages with this filter, `layoutId=ID`. */
export function UsedOn({ pageCount, filter }: { pageCount: number; filter: string }): ReactNode {
  if (pageCount === 0) return '–';
  return (
    <Link to={`/cms-admin/pages?${filter}`}>{plural(pageCount, { one: '# page', other: '# pages' })}</Link>
  );
}
