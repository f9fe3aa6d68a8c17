import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { linkedDataGetOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import { linkedDataKey } from '../../api/linked-data.ts';
import { deletePage, getPageOptions, listPagesOptions, type PageRecord, pagesKey } from '../../api/pages.ts';
import { urlMapsKey } from '../../api/url-maps.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { defineResource } from '../define-resource.ts';
import { AddressCell } from './address-cell.tsx';
import entry from './entry.ts';
import { PageForm } from './page-form.tsx';
import { PagesHead } from './pages-head.tsx';
import { SeenByCell } from './seen-by.tsx';

/** The service keeps these: the home page, and the pages that serve errors. */
const isProtected = (page: PageRecord) => page.url === '/' || page.url.startsWith('/error/');

function useLinkedDataName(id: string): string | undefined {
  const { data, isError } = useQuery(linkedDataGetOptions({ path: { id } }));
  return isError ? t`deleted linked data` : data?.name;
}

export default defineResource<PageRecord>({
  ...entry,
  columns: [
    { key: 'title', header: t`Title`, isSortable: true, cell: (page) => page.title },
    {
      key: 'url',
      header: t`Address`,
      isSortable: true,
      cell: (page) => <AddressCell page={page} />,
      text: (page) => page.url,
    },
    {
      key: 'menu',
      header: t`In menu`,
      cell: (page) => (page.config.menu?.visible ? t`Yes` : t`No`),
    },
    {
      key: 'seenBy',
      header: t`Seen by`,
      cell: (page) => <SeenByCell page={page} />,
      text: (page) => page.config.scopeWhitelist?.join(' ') || t`everyone`,
    },
    {
      key: 'updatedAt',
      header: t`Changed`,
      isSortable: true,
      cell: (page) => <RelativeTime moment={page.updatedAt} />,
      text: (page) => page.updatedAt,
    },
  ],
  defaultSort: 'title',
  idOf: (page) => page.id,
  nameOf: (page) => page.title,
  filters: [{ kind: 'linked', name: 'linkedData', label: t`With linked data`, useLabel: useLinkedDataName }],
  list: (params, { linkedData }) =>
    listPagesOptions({ ...params, 'linked-data': linkedData ? [linkedData] : undefined }),
  get: getPageOptions,
  remove: deletePage,
  removalNote: t`Visitors of its address will see “Page removed” until you redirect them.`,
  canRemove: (page) => !isProtected(page),
  rowActions: (page) => [{ label: t`Open in the editor`, icon: ExternalLink, href: page.url }],
  Head: PagesHead,
  Form: PageForm,
  // A page that is moved or deleted leaves a redirect behind; linked data counts its pages.
  invalidates: [pagesKey, urlMapsKey, linkedDataKey],
});
