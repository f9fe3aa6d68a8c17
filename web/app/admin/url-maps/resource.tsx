import { t } from '@lingui/core/macro';
import { ifMatch } from '../../api/fetch.ts';
import { urlMapsGetOptions, urlMapsListOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import { type UrlMapOut, urlMapsDelete } from '../../api/generated/index.ts';
import { pagesKey } from '../../api/pages.ts';
import { urlMapsKey } from '../../api/url-maps.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { defineResource } from '../define-resource.ts';
import { optionsOf } from '../options-of.ts';
import entry from './entry.ts';
import { TestBox } from './test-box.tsx';
import { UrlMapForm } from './url-map-form.tsx';
import { CODES, ORIGINS } from './words.ts';

export default defineResource<UrlMapOut>({
  ...entry,
  columns: [
    { key: 'source', header: t`From`, isSortable: true, cell: ({ source }) => source },
    {
      key: 'destination',
      header: t`To`,
      width: '32%',
      cell: ({ destination, responseCode }) => destination ?? CODES[responseCode],
    },
    { key: 'responseCode', header: t`Code`, width: '5rem', cell: ({ responseCode }) => responseCode },
    { key: 'hits', header: t`Hits`, isSortable: true, width: '6rem', cell: ({ hits }) => hits },
    {
      key: 'lastHitAt',
      header: t`Last hit`,
      isSortable: true,
      width: '9rem',
      cell: ({ lastHitAt }) => (lastHitAt ? <RelativeTime moment={lastHitAt} /> : '–'),
      text: ({ lastHitAt }) => lastHitAt ?? '',
    },
    { key: 'origin', header: t`Why`, isExtra: true, width: '9rem', cell: ({ origin }) => ORIGINS[origin] },
  ],
  found: { detail: ({ destination }) => destination ?? '' },
  defaultSort: 'source',
  idOf: ({ id }) => id,
  nameOf: ({ source }) => source,
  filters: [
    {
      kind: 'select',
      name: 'origin',
      label: t`Why`,
      any: t`All redirects`,
      useOptions: () => optionsOf(ORIGINS),
    },
    {
      kind: 'select',
      name: 'responseCode',
      label: t`Code`,
      any: t`All codes`,
      useOptions: () => optionsOf(CODES),
    },
  ],
  list: (params, { origin, responseCode }) =>
    urlMapsListOptions({
      query: {
        ...params,
        origin: origin ? [origin as UrlMapOut['origin']] : undefined,
        responseCode: responseCode ? [Number(responseCode)] : undefined,
      },
    }),
  get: (id) => urlMapsGetOptions({ path: { id } }),
  // It outlives the page that it is sent from: a delayed deletion is sent on leaving.
  remove: ({ id, version }) => urlMapsDelete({ path: { id }, headers: ifMatch(version), keepalive: true }),
  Head: TestBox,
  Form: UrlMapForm,
  invalidates: [urlMapsKey, pagesKey],
});
