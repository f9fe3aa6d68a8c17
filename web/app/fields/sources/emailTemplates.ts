import { t } from '@lingui/core/macro';
import {
  emailTemplatesGetOptions,
  emailTemplatesListOptions,
} from '../../api/generated/@tanstack/react-query.gen.ts';
import type { EmailTemplateOut } from '../../api/generated/index.ts';
import { defineSource } from '../define-source.ts';

const AT_MOST = 8;

export default defineSource<EmailTemplateOut>({
  many: t`Email templates`,
  search: (q) =>
    emailTemplatesListOptions({ query: { start: 0, limit: AT_MOST, sort: 'name', ...(q && { q }) } }),
  get: (id) => emailTemplatesGetOptions({ path: { id } }),
  idOf: ({ id }) => id,
  labelOf: ({ name }) => name,
  hintOf: ({ recipients }) => recipients.join(', ') || undefined,
});
