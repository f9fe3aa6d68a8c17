import { t } from '@lingui/core/macro';
import { blocksGetOptions, blocksListOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import type { BranchInList } from '../../api/generated/index.ts';
import { defineSource } from '../define-source.ts';

const AT_MOST = 8;

export default defineSource<BranchInList>({
  many: t`Shared blocks`,
  search: (q) => blocksListOptions({ query: { start: 0, limit: AT_MOST, sort: 'name', ...(q && { q }) } }),
  get: (id) => blocksGetOptions({ path: { id } }),
  idOf: ({ id }) => id,
  labelOf: ({ name }) => name,
});
