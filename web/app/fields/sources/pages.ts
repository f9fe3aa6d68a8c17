import { t } from '@lingui/core/macro';
import { getPageOptions, listPagesOptions, type PageRecord } from '../../api/pages.ts';
import { defineSource } from '../define-source.ts';

const AT_MOST = 8;

export default defineSource<PageRecord>({
  many: t`Pages`,
  search: (q) => listPagesOptions({ start: 0, limit: AT_MOST, sort: 'title', ...(q && { q }) }),
  get: getPageOptions,
  idOf: ({ id }) => id,
  labelOf: ({ title }) => title,
  hintOf: ({ url }) => url,
  audienceOf: ({ config }) => config.scopeWhitelist ?? [],
});
