import { Contact, UserRound } from 'lucide-react';
import {
  deletePerson,
  type FoundPerson,
  fullName,
  getPersonOptions,
  listPeopleOptions,
  peopleKey,
} from '../../api/people.ts';
import { usersKey } from '../../api/users.ts';
import { Badge } from '../../ui/badge.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { defineResource } from '../define-resource.ts';
import { PersonForm } from './person-form.tsx';
import { PersonScreen } from './person-screen.tsx';

const hasAccount = ({ userId }: FoundPerson) => userId !== null;

export default defineResource<FoundPerson>({
  path: 'people',
  one: 'person',
  many: 'People',
  description: 'Everybody the site knows, whether or not they have an account to log in to.',
  icon: Contact,
  scopes: ['admin'],
  columns: [
    { key: 'lastName', header: 'Name', isSortable: true, cell: fullName },
    {
      key: 'emailAddress',
      header: 'Email address',
      isSortable: true,
      width: '32%',
      cell: ({ emailAddress }) => emailAddress,
    },
    {
      key: 'account',
      header: 'Account',
      width: '9rem',
      cell: (person) =>
        hasAccount(person) ? (
          <Badge tone="good" icon={UserRound}>
            Account
          </Badge>
        ) : (
          'None'
        ),
    },
    {
      key: 'createdAt',
      header: 'Added',
      isSortable: true,
      width: '9rem',
      cell: ({ createdAt }) => <RelativeTime moment={createdAt} />,
    },
  ],
  defaultSort: 'lastName',
  idOf: ({ id }) => id,
  nameOf: fullName,
  filters: [
    {
      kind: 'select',
      name: 'account',
      label: 'Account',
      any: 'Everybody',
      useOptions: () => [
        { value: 'true', label: 'With an account' },
        { value: 'false', label: 'Without an account' },
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
  Screen: PersonScreen,
  invalidates: [peopleKey, usersKey],
});
