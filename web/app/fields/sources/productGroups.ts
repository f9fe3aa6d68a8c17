import { t } from '@lingui/core/macro';
import {
  productGroupsGetOptions,
  productGroupsListOptions,
} from '../../api/generated/@tanstack/react-query.gen.ts';
import type { GroupOut } from '../../api/generated/index.ts';
import { defineSource } from '../define-source.ts';

const AT_MOST = 8;

export default defineSource<Pick<GroupOut, 'id' | 'name' | 'code'>>({
  many: t`Products`,
  search: (q) =>
    productGroupsListOptions({ query: { start: 0, limit: AT_MOST, sort: 'name', ...(q && { q }) } }),
  get: (id) => productGroupsGetOptions({ path: { id } }),
  idOf: ({ id }) => id,
  labelOf: ({ name }) => name,
  hintOf: ({ code }) => code ?? undefined,
});
