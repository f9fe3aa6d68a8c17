import { t } from '@lingui/core/macro';
import { layoutsGetOptions, layoutsListOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import type { LayoutInList } from '../../api/generated/index.ts';
import { defineSource } from '../define-source.ts';

const AT_MOST = 8;

export default defineSource<LayoutInList>({
  many: t`Layouts`,
  search: (q) => layoutsListOptions({ query: { start: 0, limit: AT_MOST, sort: 'name', ...(q && { q }) } }),
  get: (id) => layoutsGetOptions({ path: { id } }),
  idOf: ({ id }) => id,
  labelOf: ({ name }) => name,
});
