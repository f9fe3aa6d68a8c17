import { plural, t } from '@lingui/core/macro';
import { CircleCheck, CircleSlash, Lock, type LucideIcon } from 'lucide-react';
import { peopleKey } from '../../api/people.ts';
import { isScopeShown } from '../../api/scope-names.ts';
import { allScopesOptions, scopesKey } from '../../api/scopes.ts';
import {
  deleteUser,
  getUserOptions,
  listUsersOptions,
  setUserState,
  type UserRecord,
  type UserState,
  usersKey,
} from '../../api/users.ts';
import { readClaims } from '../../session/session-store.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { useHasCRM } from '../../visibility/use-scopes.ts';
import type { BulkAction } from '../bulk-action.ts';
import { defineResource, type FilterOption, type MenuAction } from '../define-resource.ts';
import { useChoices } from '../use-choices.ts';
import { useIsSiteKnown } from '../use-is-site-known.ts';
import { changeState, nameOf } from './changes.ts';
import entry from './entry.ts';
import { isOwnUser, mayAdminister } from './powers.ts';
import { ScopeBadges, StateBadge } from './user-badges.tsx';
import { UserForm } from './user-form.tsx';
import { UserScreen } from './user-screen.tsx';
import styles from './users.module.css';
import { UsersHead } from './users-head.tsx';

const isLocked = (user: UserRecord) => !mayAdminister(readClaims(), user);
const isOwn = (user: UserRecord) => isOwnUser(readClaims(), user);

function useScopeOptions(): FilterOption[] {
  const scopes = useChoices(allScopesOptions()) ?? [];
  const hasCRM = useHasCRM();
  return scopes
    .filter(({ name }) => isScopeShown(name, hasCRM))
    .map(({ name }) => ({ value: name, label: name }));
}

function menuActions(user: UserRecord): MenuAction[] {
  if (isLocked(user) || isOwn(user)) return [];
  if (user.state === 'disabled')
    return [
      {
        label: t`Enable`,
        icon: CircleCheck,
        onSelect: (refresh) => void changeState(user, 'active', refresh),
      },
    ];
  return [
    {
      label: t`Disable`,
      icon: CircleSlash,
      onSelect: (refresh) => void changeState(user, 'disabled', refresh),
    },
  ];
}

const COUNTED: Record<UserState, (count: number) => string> = {
  disabled: (count) =>
    t`${plural(count, { one: '1 user is disabled and logged out everywhere.', other: '# users are disabled and logged out everywhere.' })}`,
  active: (count) =>
    t`${plural(count, { one: '1 user can log in again.', other: '# users can log in again.' })}`,
};

function bulkState(state: UserState, label: string, icon: LucideIcon): BulkAction<UserRecord> {
  return {
    label,
    icon,
    isFor: (user) => user.state !== state && !isOwn(user),
    run: (user) => setUserState(user, state),
    undo: (user) => setUserState(user, state === 'active' ? 'disabled' : 'active'),
    done: COUNTED[state],
  };
}

export default defineResource<UserRecord>({
  ...entry,
  columns: [
    {
      key: 'lastName',
      header: t`Name`,
      isSortable: true,
      cell: (user) => (
        <>
          {nameOf(user)}
          {isLocked(user) && (
            <Lock
              className={styles.lock}
              size={14}
              aria-label={t`Only a super user can change this account`}
            />
          )}
        </>
      ),
      text: nameOf,
    },
    {
      key: 'emailAddress',
      header: t`Email address`,
      isSortable: true,
      width: '24%',
      cell: ({ person }) => person.emailAddress,
    },
    {
      key: 'scopes',
      header: t`Scopes`,
      width: '17%',
      cell: (user) => <ScopeBadges user={user} />,
      text: ({ scopes }) => scopes.join(' '),
    },
    {
      key: 'state',
      header: t`State`,
      width: '9.5rem',
      cell: (user) => <StateBadge user={user} />,
      text: ({ state }) => state,
    },
    {
      key: 'lastLoginAt',
      header: t`Last login`,
      isSortable: true,
      width: '9rem',
      cell: ({ lastLoginAt }) => (lastLoginAt ? <RelativeTime moment={lastLoginAt} /> : t`Never`),
      text: ({ lastLoginAt }) => lastLoginAt ?? '',
    },
  ],
  found: { detail: ({ person }) => person.emailAddress ?? '' },
  defaultSort: 'lastName',
  idOf: ({ id }) => id,
  nameOf,
  filters: [
    {
      kind: 'select',
      name: 'scope',
      label: t`Scope`,
      any: t`Any scope`,
      useOptions: useScopeOptions,
    },
    {
      kind: 'select',
      name: 'state',
      label: t`State`,
      any: t`Any state`,
      useOptions: () => [
        { value: 'active', label: t`Active` },
        { value: 'disabled', label: t`Disabled` },
      ],
    },
  ],
  Head: UsersHead,
  list: (params, filters) => listUsersOptions({ ...params, ...filters }),
  get: getUserOptions,
  remove: deleteUser,
  canRemove: (user) => !isOwn(user),
  isLocked,
  menuActions,
  bulkActions: [bulkState('disabled', t`Disable`, CircleSlash), bulkState('active', t`Enable`, CircleCheck)],
  Form: UserForm,
  Screen: UserScreen,
  useIsHeadReady: useIsSiteKnown,
  invalidates: [usersKey, peopleKey, scopesKey],
});
