import { plural, t } from '@lingui/core/macro';
import { EyeOff } from 'lucide-react';
import { linksGetOptions, linksListOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import { type LinkOut, linksSetIgnored } from '../../api/generated/index.ts';
import { linksKey } from '../../api/links.ts';
import { pagesKey } from '../../api/pages.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { defineResource } from '../define-resource.ts';
import { CheckBox } from './check-box.tsx';
import entry from './entry.ts';
import { FILTERS, wantedBy } from './filters.ts';
import { actionsFor } from './fixes.ts';
import { LinkBadge } from './link-badge.tsx';
import { LinkView } from './link-view.tsx';
import { hasAnswered, reasonInWords, STATES } from './words.ts';

const setIgnored = (isIgnored: boolean) => async (link: LinkOut) =>
  (await linksSetIgnored({ path: { id: link.id }, body: { isIgnored } })).data;

export default defineResource<LinkOut>({
  ...entry,
  columns: [
    { key: 'address', header: t`Address`, isSortable: true },
    {
      key: 'state',
      header: t`State`,
      isSortable: true,
      width: '8rem',
      cell: (link) => <LinkBadge link={link} />,
      text: ({ state, isIgnored }) => (isIgnored ? t`Ignored` : STATES[state]),
    },
    { key: 'reason', header: t`Why`, width: '12rem', cell: reasonInWords },
    { key: 'useCount', header: t`Places`, width: '5rem' },
    {
      key: 'destination',
      header: t`Moved to`,
      isExtra: true,
      width: '20%',
    },
    {
      key: 'status',
      header: t`Status`,
      isSortable: true,
      isExtra: true,
      width: '5rem',
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
    {
      key: 'lastCheckedAt',
      header: t`Checked`,
      isSortable: true,
      width: '8rem',
      cell: (link) => (hasAnswered(link) ? <RelativeTime moment={link.lastCheckedAt} /> : '–'),
      text: (link) => (hasAnswered(link) ? link.lastCheckedAt : ''),
    },
  ],
  defaultSort: 'state,address',
  idOf: ({ id }) => id,
  nameOf: ({ address }) => address,
  nothing: {
    title: t`No links yet`,
    detail: t`Check all links to see where the links on your pages lead.`,
  },
  filters: FILTERS,
  list: (params, filters) => linksListOptions({ query: { ...params, ...wantedBy(filters) } }),
  get: (id) => linksGetOptions({ path: { id } }),
  menuActions: (link) => actionsFor(link),
  bulkActions: [
    {
      label: t`Ignore`,
      icon: EyeOff,
      isFor: ({ isIgnored }) => !isIgnored,
      run: setIgnored(true),
      undo: setIgnored(false),
      done: (count) => plural(count, { one: '# link is ignored.', other: '# links are ignored.' }),
    },
  ],
  Head: CheckBox,
  View: LinkView,
  invalidates: [linksKey, pagesKey],
});
