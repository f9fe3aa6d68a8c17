import { t } from '@lingui/core/macro';
import {
  mailingListsGetOptions,
  mailingListsListOptions,
} from '../../api/generated/@tanstack/react-query.gen.ts';
import type { MailingListOut } from '../../api/generated/index.ts';
import { defineSource } from '../define-source.ts';

const AT_MOST = 8;

export default defineSource<MailingListOut>({
  many: t`Mailing lists`,
  search: (q) =>
    mailingListsListOptions({ query: { start: 0, limit: AT_MOST, sort: 'name', ...(q && { q }) } }),
  get: (id) => mailingListsGetOptions({ path: { id } }),
  idOf: ({ id }) => id,
  labelOf: ({ name }) => name,
  hintOf: ({ key }) => key,
});
