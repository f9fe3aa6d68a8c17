import { t } from '@lingui/core/macro';
import {
  linkedDataGetOptions,
  linkedDataListOptions,
} from '../../api/generated/@tanstack/react-query.gen.ts';
import type { LinkedDataOut } from '../../api/generated/index.ts';
import { defineSource } from '../define-source.ts';

const AT_MOST = 8;

export default defineSource<LinkedDataOut>({
  many: t`Linked data`,
  search: (q) =>
    linkedDataListOptions({ query: { start: 0, limit: AT_MOST, sort: 'name', ...(q && { q }) } }),
  get: (id) => linkedDataGetOptions({ path: { id } }),
  idOf: ({ id }) => id,
  labelOf: ({ name }) => name,
  hintOf: ({ types }) => types.join(', '),
});
