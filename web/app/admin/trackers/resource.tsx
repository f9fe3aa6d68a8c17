import { t } from '@lingui/core/macro';
import { trackersGetOptions, trackersListOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import {
  type TrackerOut,
  trackersCreate,
  trackersDelete,
  trackersUpdate,
} from '../../api/generated/index.ts';
import { pagesKey } from '../../api/pages.ts';
import { changedColumn, nameColumn, wordsColumn } from '../columns.tsx';
import { definePlainResource } from '../define-plain-resource.ts';
import { wordsFilter } from '../filters.ts';
import { optionsOf } from '../options-of.ts';
import entry from './entry.ts';
import { hostsIn } from './hosts.ts';
import { PagesCell, PagesOf } from './pages-of.tsx';
import { CATEGORIES, PLACES } from './words.ts';

export default definePlainResource<TrackerOut>({
  ...entry,
  api: {
    tag: 'trackers',
    list: trackersListOptions,
    get: trackersGetOptions,
    create: trackersCreate,
    update: trackersUpdate,
    delete: trackersDelete,
  },
  columns: [
    nameColumn(),
    wordsColumn('category', t`Category`, CATEGORIES, { isSortable: true, width: '10rem' }),
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
  nameOf: ({ name }) => name,
  filters: [wordsFilter('category', t`Category`, t`All categories`, CATEGORIES)],
  removalNote: t`It is removed from the pages that have it.`,
  sectionsOf: (tracker) => [
    {
      fields: [
        { type: 'text', name: 'name', label: t`Name`, required: true, maxLength: 200 },
        {
          type: 'switch',
          name: 'isEnabled',
          default: true,
          label: t`On`,
          hint: t`Pages load it for visitors who agree to its category.`,
        },
        {
          type: 'switch',
          name: 'isOnAllPages',
          default: true,
          label: t`On all pages`,
          hint: t`When off, it loads only on pages that have it under “Trackers” in their settings.`,
        },
        {
          type: 'choice',
          name: 'category',
          label: t`Category`,
          hint: t`Necessary ones load for everybody without asking. The law allows this only for what your site can’t work without.`,
          options: optionsOf(CATEGORIES),
          default: 'statistics',
          required: true,
        },
        {
          type: 'text',
          name: 'snippet',
          label: t`Snippet`,
          hint: t`As the provider gives it, with its <script> tags.`,
          multiline: true,
          mode: 'code',
          required: true,
          maxLength: 20_000,
        },
        {
          type: 'choice',
          name: 'place',
          label: t`Where it goes`,
          options: optionsOf(PLACES),
          default: 'head',
          required: true,
        },
        {
          type: 'text',
          name: 'hosts',
          label: t`Further hosts`,
          hint: t`Where its scripts load from and send to, one per line: *.example.com is everything below example.com. Those in the snippet are allowed anyway; pages refuse all others.`,
          multiline: true,
          mode: 'code',
          maxLength: 6_000,
          fromWire: (hosts: string[]) => hosts.join('\n'),
          toWire: hostsIn,
        },
      ],
      preview: ({ isOnAllPages }) => tracker && !isOnAllPages && <PagesOf tracker={tracker} />,
    },
  ],
  // Pages lose what is deleted.
  alsoInvalidates: [pagesKey],
});
