import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { UserRound } from 'lucide-react';
import {
  deletePerson,
  type FoundPerson,
  fullName,
  getPersonOptions,
  listPeopleOptions,
  peopleKey,
} from '../../api/people.ts';
import { allSchemasOptions } from '../../api/schemas.ts';
import { usersKey } from '../../api/users.ts';
import { Badge } from '../../ui/badge.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { defineResource } from '../define-resource.ts';
import { DetailsCard } from '../users/details-card.tsx';
import { ProfileCards } from '../users/profile-cards.tsx';
import entry from './entry.ts';
import { NewAccountCard } from './new-account-card.tsx';
import { PersonForm } from './person-form.tsx';

const Details = ({ record }: { record: FoundPerson }) => <DetailsCard person={record} />;
const Profile = ({ record }: { record: FoundPerson }) => <ProfileCards personId={record.id} />;
const Account = ({ record }: { record: FoundPerson }) => <NewAccountCard person={record} />;

const hasAccount = ({ userId }: FoundPerson) => userId !== null;

export default defineResource<FoundPerson>({
  ...entry,
  columns: [
    { key: 'lastName', header: t`Name`, isSortable: true, cell: fullName },
    {
      key: 'emailAddress',
      header: t`Email address`,
      isSortable: true,
      width: '32%',
      cell: ({ emailAddress }) => emailAddress,
    },
    {
      key: 'account',
      header: t`Account`,
      width: '9rem',
      cell: (person) =>
        hasAccount(person) ? (
          <Badge tone="good" icon={UserRound}>
            {t`Account`}
          </Badge>
        ) : (
          t`None`
        ),
      text: (person) => (hasAccount(person) ? 'yes' : 'no'),
    },
    {
      key: 'createdAt',
      header: t`Added`,
      isSortable: true,
      width: '9rem',
      cell: ({ createdAt }) => <RelativeTime moment={createdAt} />,
      text: ({ createdAt }) => createdAt,
    },
  ],
  found: { detail: ({ emailAddress }) => emailAddress ?? '' },
  defaultSort: 'lastName',
  idOf: ({ id }) => id,
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
  list: (params, { account }) =>
    listPeopleOptions({ ...params, ...(account && { 'has-user': account === 'true' }) }),
  get: getPersonOptions,
  // An account is deleted where it can be seen what goes with it, also one given since the list was read.
  remove: (person) => deletePerson(person, false),
  canRemove: (person) => !hasAccount(person),
  Form: PersonForm,
  tabs: [{ name: 'details', label: t`Details`, cards: [Details, Profile, Account] }],
  // Waited for, because the cards of the profile stand among the others.
  useIsReady: () => !useQuery(allSchemasOptions()).isPending,
  leadsTo: ({ userId }) => (userId ? `/cms-admin/users/${userId}` : undefined),
  invalidates: [peopleKey, usersKey],
});
