import { t } from '@lingui/core/macro';
import { trackersGetOptions, trackersListOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import type { TrackerOut } from '../../api/generated/index.ts';
import { defineSource } from '../define-source.ts';

const AT_MOST = 8;

/** Those that single pages can have: the others are on all pages anyway. */
export default defineSource<TrackerOut>({
  many: t`Trackers`,
  search: (q) =>
    trackersListOptions({
      query: { start: 0, limit: AT_MOST, sort: 'name', 'is-on-all-pages': [false], ...(q && { q }) },
    }),
  get: (id) => trackersGetOptions({ path: { id } }),
  idOf: ({ id }) => id,
  labelOf: ({ name }) => name,
  hintOf: ({ isOnAllPages, isEnabled }) => (isOnAllPages ? t`On all pages` : isEnabled ? undefined : t`Off`),
});
