import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { UserRound } from 'lucide-react';
import { peopleGetOptions, peopleListOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import { type PersonFound, peopleCreate, peopleDelete, peopleUpdate } from '../../api/generated/index.ts';
import { fullName } from '../../api/people.ts';
import { allSchemasOptions } from '../../api/schemas.ts';
import { usersKey } from '../../api/users.ts';
import { Badge } from '../../ui/badge.tsx';
import { createdColumn } from '../columns.tsx';
import { definePlainResource } from '../define-plain-resource.ts';
import { DetailsCard } from '../users/details-card.tsx';
import { personFields } from '../users/person-fields.tsx';
import { ProfileCards } from '../users/profile-cards.tsx';
import entry from './entry.ts';
import { NewAccountCard } from './new-account-card.tsx';

const Details = ({ record }: { record: PersonFound }) => <DetailsCard person={record} />;
const Profile = ({ record }: { record: PersonFound }) => <ProfileCards personId={record.id} />;
const Account = ({ record }: { record: PersonFound }) => <NewAccountCard person={record} />;

const hasAccount = ({ userId }: PersonFound) => userId !== null;

export default definePlainResource<PersonFound>({
  ...entry,
  api: {
    tag: 'people',
    list: peopleListOptions,
    get: peopleGetOptions,
    create: peopleCreate,
    update: peopleUpdate,
    // An account is deleted where it can be seen what goes with it, also one given since the list was read.
    delete: (options) => peopleDelete({ ...options, query: { 'with-user': false } }),
  },
  columns: [
    { key: 'lastName', header: t`Name`, isSortable: true, cell: fullName },
    { key: 'emailAddress', header: t`Email address`, isSortable: true, width: '32%' },
    {
      key: 'account',
      header: t`Account`,
      width: '9rem',
      cell: (person) =>
        hasAccount(person) ? <Badge tone="good" icon={UserRound}>{t`Account`}</Badge> : t`None`,
      text: (person) => (hasAccount(person) ? 'yes' : 'no'),
    },
    createdColumn(t`Added`),
  ],
  found: { detail: ({ emailAddress }) => emailAddress ?? '' },
  defaultSort: 'lastName',
  nameOf: fullName,
  filters: [
    {
      kind: 'select',
      name: 'account',
      label: t`Account`,
      any: t`Everybody`,
      useOptions: () => [
        { value: 'true', label: t`With an account` },
        { value: 'false', label: t`Without an account` },
      ],
    },
  ],
  queryOf: ({ account }) => ({ 'has-user': account && account === 'true' }),
  canRemove: (person) => !hasAccount(person),
  fields: personFields,
  tabs: [{ name: 'details', label: t`Details`, cards: [Details, Profile, Account] }],
  // Waited for, because the cards of the profile stand among the others.
  useIsReady: () => !useQuery(allSchemasOptions()).isPending,
  leadsTo: ({ userId }) => (userId ? `/cms-admin/users/${userId}` : undefined),
  alsoInvalidates: [usersKey],
});
