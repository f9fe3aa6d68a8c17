import { t } from '@lingui/core/macro';
import { brandsGetOptions, brandsListOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import type { BrandOut } from '../../api/generated/index.ts';
import { defineSource } from '../define-source.ts';

const AT_MOST = 8;

export default defineSource<BrandOut>({
  many: t`Brands`,
  search: (q) => brandsListOptions({ query: { start: 0, limit: AT_MOST, sort: 'name', ...(q && { q }) } }),
  get: (id) => brandsGetOptions({ path: { id } }),
  idOf: ({ id }) => id,
  labelOf: ({ name }) => name,
});
