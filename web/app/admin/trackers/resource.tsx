import { t } from '@lingui/core/macro';
import { ifMatch } from '../../api/fetch.ts';
import { trackersGetOptions, trackersListOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import { type TrackerOut, trackersDelete } from '../../api/generated/index.ts';
import { pagesKey } from '../../api/pages.ts';
import { changedColumn, nameColumn } from '../columns.tsx';
import { defineResource } from '../define-resource.ts';
import { optionsOf } from '../options-of.ts';
import entry from './entry.ts';
import { PagesCell } from './pages-of.tsx';
import { TrackerForm } from './tracker-form.tsx';
import { CATEGORIES } from './words.ts';

export default defineResource<TrackerOut>({
  ...entry,
  columns: [
    nameColumn(),
    {
      key: 'category',
      header: t`Category`,
      isSortable: true,
      width: '10rem',
      cell: ({ category }) => CATEGORIES[category],
    },
    { key: 'isEnabled', header: t`On`, width: '6rem', cell: ({ isEnabled }) => (isEnabled ? t`On` : t`Off`) },
    {
      key: 'pages',
      header: t`Used on`,
      width: '8rem',
      cell: (tracker) => <PagesCell tracker={tracker} />,
      text: ({ isOnAllPages }) => (isOnAllPages ? t`All pages` : t`Chosen pages`),
    },
    changedColumn(),
  ],
  defaultSort: 'name',
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  filters: [
    {
      kind: 'select',
      name: 'category',
      label: t`Category`,
      any: t`All categories`,
      useOptions: () => optionsOf(CATEGORIES),
    },
  ],
  list: (params, { category }) =>
    trackersListOptions({
      query: { ...params, category: category ? [category as TrackerOut['category']] : undefined },
    }),
  get: (id) => trackersGetOptions({ path: { id } }),
  remove: ({ id, version }) => trackersDelete({ path: { id }, headers: ifMatch(version), keepalive: true }),
  removalNote: t`It is removed from the pages that have it.`,
  Form: TrackerForm,
  // Pages lose what is deleted.
  invalidates: [[{ tags: ['trackers'] }], pagesKey],
});
