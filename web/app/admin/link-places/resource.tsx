import { t } from '@lingui/core/macro';
import { SquarePen } from 'lucide-react';
import { linksListUsesOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import type { LinkUseOut } from '../../api/generated/index.ts';
import { linksKey } from '../../api/links.ts';
import { pagesKey } from '../../api/pages.ts';
import { defineResource } from '../define-resource.ts';
import { CheckBox } from '../link-checker/check-box.tsx';
import { FILTERS, wantedBy } from '../link-checker/filters.ts';
import { actionsFor } from '../link-checker/fixes.ts';
import { LinkBadge } from '../link-checker/link-badge.tsx';
import { placeInWords, reasonInWords, STATES } from '../link-checker/words.ts';
import entry from './entry.ts';

export default defineResource<LinkUseOut>({
  ...entry,
  columns: [
    {
      key: 'page',
      header: t`Page`,
      isSortable: true,
      cell: ({ pageTitle, holder, holderName }) =>
        holder === 'page' ? pageTitle : `${pageTitle} (${holderName ?? holder})`,
    },
    { key: 'place', header: t`Where`, width: '22%', cell: placeInWords },
    { key: 'address', header: t`Address`, isSortable: true, width: '24%', cell: ({ link }) => link.address },
    {
      key: 'state',
      header: t`State`,
      isSortable: true,
      width: '8rem',
      cell: ({ link }) => <LinkBadge link={link} />,
      text: ({ link }) => STATES[link.state],
    },
    { key: 'reason', header: t`Why`, width: '20%', isExtra: true, cell: ({ link }) => reasonInWords(link) },
    {
      key: 'pageUrl',
      header: t`Page’s address`,
      width: '16%',
      isExtra: true,
    },
  ],
  defaultSort: 'state,page',
  idOf: ({ id }) => id,
  nameOf: ({ pageTitle, link }) => `${pageTitle}, ${link.address}`,
  nothing: {
    title: t`No links yet`,
    detail: t`Check all links to see where the links on your pages lead.`,
  },
  filters: FILTERS,
  list: (params, filters) => linksListUsesOptions({ query: { ...params, ...wantedBy(filters) } }),
  rowActions: ({ pageUrl }) => [{ label: t`Open page`, icon: SquarePen, href: pageUrl }],
  menuActions: (use) => actionsFor(use.link, use),
  Head: CheckBox,
  invalidates: [linksKey, pagesKey],
});
