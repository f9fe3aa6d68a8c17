import { t } from '@lingui/core/macro';
import { ExternalLink } from 'lucide-react';
import { linkedDataKey, urlMapsKey } from '../../api/keys.ts';
import { deletePage, getPageOptions, listPagesOptions, type PageRecord, pagesKey } from '../../api/pages.ts';
import { allTemplatesOptions } from '../../api/templates.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { changedColumn } from '../columns.tsx';
import { defineResource } from '../define-resource.ts';
import { AddressCell } from './address-cell.tsx';
import { AskRemoval } from './ask-removal.tsx';
import { PAGE_BULK_ACTIONS } from './bulk.tsx';
import { isProtected } from './changing.ts';
import { PAGE_FILTERS, queryOf, useTemplateOptions } from './conditions.ts';
import { duplicateAction } from './duplicate.ts';
import entry from './entry.ts';
import { PageForm } from './page-form.tsx';
import { SeenByCell } from './seen-by.tsx';
import { PAGE_TREE } from './tree.tsx';

function TemplateName({ id }: { id: string }) {
  return useTemplateOptions().find(({ value }) => value === id)?.label ?? '–';
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
      key: 'template',
      header: t`Template`,
      isExtra: true,
      cell: (page) => <TemplateName id={page.templateId} />,
      text: async (page, queryClient) => {
        const templates = await queryClient.ensureQueryData(allTemplatesOptions());
        return templates.find(({ id }) => id === page.templateId)?.name ?? '';
      },
    },
    {
      key: 'createdAt',
      header: t`Created`,
      isSortable: true,
      isExtra: true,
      cell: (page) => <RelativeTime moment={page.createdAt} />,
      text: (page) => page.createdAt,
    },
    changedColumn(),
  ],
  // To the page itself, to be edited there.
  found: { detail: ({ url }) => url, href: ({ url }) => url },
  defaultSort: 'title',
  idOf: (page) => page.id,
  nameOf: (page) => page.title,
  filters: PAGE_FILTERS,
  list: (params, filters) => listPagesOptions({ ...params, ...queryOf(filters) }),
  get: getPageOptions,
  remove: (page, destination) => deletePage(page, destination as string | undefined),
  AskRemoval,
  canRemove: (page) => !isProtected(page),
  rowActions: (page) => [{ label: t`Open in the editor`, icon: ExternalLink, href: page.url }],
  menuActions: (page) => [duplicateAction(page)],
  bulkActions: PAGE_BULK_ACTIONS,
  tree: PAGE_TREE,
  Form: PageForm,
  // A page that is moved or deleted leaves a redirect behind; linked data counts its pages.
  invalidates: [pagesKey, urlMapsKey, linkedDataKey],
});
