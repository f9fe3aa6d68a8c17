import { t } from '@lingui/core/macro';
import { CornerUpRight } from 'lucide-react';
import { urlMapsListMissingOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import { type MissingAddressOut, urlMapsDeleteMissing } from '../../api/generated/index.ts';
import { urlMapsKey } from '../../api/keys.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { addressOf } from '../define-entry.ts';
import { defineResource } from '../define-resource.ts';
import redirects from '../url-maps/entry.ts';
import entry from './entry.ts';

const redirectFrom = ({ url }: MissingAddressOut) =>
  `${addressOf(redirects, 'new')}?${new URLSearchParams({ source: url })}`;

export default defineResource<MissingAddressOut>({
  ...entry,
  columns: [
    { key: 'url', header: t`Address`, isSortable: true },
    {
      key: 'referrer',
      header: t`Linked from`,
      width: '32%',
    },
    { key: 'hits', header: t`Hits`, isSortable: true, width: '6rem' },
    {
      key: 'lastSeenAt',
      header: t`Last seen`,
      isSortable: true,
      width: '9rem',
      cell: ({ lastSeenAt }) => <RelativeTime moment={lastSeenAt} />,
      text: ({ lastSeenAt }) => lastSeenAt,
    },
    {
      key: 'firstSeenAt',
      header: t`First seen`,
      isSortable: true,
      isExtra: true,
      width: '9rem',
      cell: ({ firstSeenAt }) => <RelativeTime moment={firstSeenAt} />,
      text: ({ firstSeenAt }) => firstSeenAt,
    },
  ],
  defaultSort: '-lastSeenAt',
  idOf: ({ id }) => id,
  nameOf: ({ url }) => url,
  nothing: {
    title: t`No missing addresses`,
    detail: t`Every address that visitors requested had a page or a redirect.`,
  },
  list: (params) => urlMapsListMissingOptions({ query: params }),
  rowActions: (row) => [{ label: t`Redirect to…`, icon: CornerUpRight, href: redirectFrom(row) }],
  remove: ({ id }) => urlMapsDeleteMissing({ path: { id }, keepalive: true }),
  removalNote: t`It is listed again at the next request.`,
  invalidates: [urlMapsKey],
});
