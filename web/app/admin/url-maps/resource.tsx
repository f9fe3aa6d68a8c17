import { t } from '@lingui/core/macro';
import { urlMapsGetOptions, urlMapsListOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import { type UrlMapOut, urlMapsCreate, urlMapsDelete, urlMapsUpdate } from '../../api/generated/index.ts';
import { pagesKey } from '../../api/pages.ts';
import { momentColumn, wordsColumn } from '../columns.tsx';
import { definePlainResource } from '../define-plain-resource.ts';
import { wordsFilter } from '../filters.ts';
import { optionsOf } from '../options-of.ts';
import entry from './entry.ts';
import { pathIn } from './paths.ts';
import { TestBox } from './test-box.tsx';
import { CODES, ORIGINS } from './words.ts';

const GONE = '410';
const ownPathIn = (typed: string) => pathIn(typed, window.location.origin);

export default definePlainResource<UrlMapOut>({
  ...entry,
  api: {
    tag: 'url_maps',
    list: urlMapsListOptions,
    get: urlMapsGetOptions,
    create: urlMapsCreate,
    update: urlMapsUpdate,
    delete: urlMapsDelete,
  },
  columns: [
    { key: 'source', header: t`From`, isSortable: true },
    {
      key: 'destination',
      header: t`To`,
      width: '32%',
      cell: ({ destination, responseCode }) => destination ?? CODES[responseCode],
    },
    { key: 'responseCode', header: t`Code`, width: '5rem' },
    { key: 'hits', header: t`Hits`, isSortable: true, width: '6rem' },
    momentColumn('lastHitAt', t`Last hit`),
    wordsColumn('origin', t`Why`, ORIGINS, { isExtra: true, width: '9rem' }),
  ],
  found: { detail: ({ destination }) => destination ?? '' },
  defaultSort: 'source',
  nameOf: ({ source }) => source,
  filters: [
    wordsFilter('origin', t`Why`, t`All redirects`, ORIGINS),
    wordsFilter('responseCode', t`Code`, t`All codes`, CODES),
  ],
  queryOf: ({ origin, responseCode }) => ({ origin, 'response-code': responseCode }),
  Head: TestBox,
  fields: [
    {
      type: 'text',
      name: 'source',
      label: t`From`,
      hint: t`A path such as /old-page. Use * for any characters: /news/* matches everything below /news.`,
      placeholder: '/',
      required: true,
      isInAddress: true,
      toWire: ownPathIn,
    },
    {
      type: 'choice',
      name: 'responseCode',
      label: t`What visitors get`,
      options: optionsOf(CODES),
      default: '301',
      required: true,
      fromWire: String,
      toWire: Number,
    },
    {
      type: 'text',
      name: 'destination',
      label: t`To`,
      hint: t`A path or a web address. Each * stands for what * matched in “From”. A page’s address follows the page when it moves.`,
      placeholder: '/',
      required: true,
      isShown: ({ responseCode }) => responseCode !== GONE,
      toWire: (typed: string, { responseCode }) => (responseCode === GONE ? null : ownPathIn(typed)),
    },
  ],
  alsoInvalidates: [pagesKey],
});
