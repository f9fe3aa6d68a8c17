import { t } from '@lingui/core/macro';
import { templatesGetOptions, templatesListOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import type { TemplateOut } from '../../api/generated/index.ts';
import { defineSource } from '../define-source.ts';

const AT_MOST = 8;

export default defineSource<TemplateOut>({
  many: t`Templates`,
  search: (q) => templatesListOptions({ query: { start: 0, limit: AT_MOST, sort: 'name', ...(q && { q }) } }),
  get: (id) => templatesGetOptions({ path: { id } }),
  idOf: ({ id }) => id,
  labelOf: ({ name }) => name,
});
