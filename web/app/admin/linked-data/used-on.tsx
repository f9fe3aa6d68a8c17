import { plural } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { LinkedDataOut } from '../../api/generated/index.ts';

/** How many pages have an item, and the way to them. */
export function UsedOn({ item: { id, pageCount } }: { item: LinkedDataOut }): ReactNode {
  if (pageCount === 0) return '–';
  return (
    <Link to={`/cms-admin/pages?linkedData=${id}`}>
      {plural(pageCount, { one: '# page', other: '# pages' })}
    </Link>
  );
}
