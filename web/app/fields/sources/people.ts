import { t } from '@lingui/core/macro';
import { type FoundPerson, fullName, getPersonOptions, listPeopleOptions } from '../../api/people.ts';
import { defineSource } from '../define-source.ts';

const AT_MOST = 8;

export default defineSource<FoundPerson>({
  many: t`People`,
  search: (q) => listPeopleOptions({ start: 0, limit: AT_MOST, sort: 'lastName', ...(q && { q }) }),
  get: getPersonOptions,
  idOf: ({ id }) => id,
  labelOf: fullName,
  hintOf: ({ emailAddress }) => emailAddress,
});
