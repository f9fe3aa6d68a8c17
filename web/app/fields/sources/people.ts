import { t } from '@lingui/core/macro';
import { peopleGetOptions, peopleListOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import type { PersonFound } from '../../api/generated/index.ts';
import { fullName } from '../../api/people.ts';
import { defineSource } from '../define-source.ts';

const AT_MOST = 8;

export default defineSource<PersonFound>({
  many: t`People`,
  search: (q) =>
    peopleListOptions({ query: { start: 0, limit: AT_MOST, sort: 'lastName', ...(q && { q }) } }),
  get: (id) => peopleGetOptions({ path: { id } }),
  idOf: ({ id }) => id,
  labelOf: fullName,
  hintOf: ({ emailAddress }) => emailAddress,
});
