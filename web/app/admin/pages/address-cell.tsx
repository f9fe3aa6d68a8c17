import { t } from '@lingui/core/macro';
import type { PageRecord } from '../../api/pages.ts';
import { Badge } from '../../ui/badge.tsx';

/** A page's address, and whether visitors ever get there. */
export function AddressCell({ page }: { page: PageRecord }) {
  if (!page.isRedirected) return page.url;
  return (
    <>
      {page.url} <Badge>{t`Redirected`}</Badge>
    </>
  );
}
