import { plural, t } from '@lingui/core/macro';
import { Link } from 'react-router';
import {
  deleteScope,
  getScopeOptions,
  listScopesOptions,
  type ScopeRecord,
  scopesKey,
} from '../../api/scopes.ts';
import { usersKey } from '../../api/users.ts';
import { Badge } from '../../ui/badge.tsx';
import { defineResource } from '../define-resource.ts';
import entry from './entry.ts';
import { isOutOfReach } from './reach.ts';
import { ScopeForm } from './scope-form.tsx';
import styles from './scopes.module.css';

function Holders({ name, userCount }: ScopeRecord) {
  if (userCount === 0) return t`Nobody`;
  return (
    <Link className={styles.holders} to={`/cms-admin/users?scope=${encodeURIComponent(name)}`}>
      {t`${plural(userCount, { one: 'One user', other: '# users' })}`}
    </Link>
  );
}

export default defineResource<ScopeRecord>({
  ...entry,
  columns: [
    {
      key: 'name',
      header: t`Name`,
      isSortable: true,
      width: '15rem',
      cell: ({ name, isBuiltIn }) => (
        <span className={styles.name}>
          {name}
          {isBuiltIn && <Badge>{t`Built in`}</Badge>}
        </span>
      ),
      text: ({ name }) => name,
    },
    { key: 'description', header: t`Description`, cell: ({ description }) => description || '–' },
    {
      key: 'requiresSecondFactor',
      header: t`Second factor`,
      width: '9rem',
      cell: ({ requiresSecondFactor }) =>
        requiresSecondFactor ? <Badge tone="good">{t`Required`}</Badge> : '–',
      text: ({ requiresSecondFactor }) => (requiresSecondFactor ? 'yes' : 'no'),
    },
    {
      key: 'userCount',
      header: t`Held by`,
      width: '8rem',
      cell: Holders,
      text: ({ userCount }) => userCount,
    },
  ],
  defaultSort: 'name',
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  list: listScopesOptions,
  get: getScopeOptions,
  remove: deleteScope,
  removalNote: t`Pages restricted to this scope stay hidden until you choose who can see them.`,
  canRemove: (scope) => !scope.isBuiltIn && !isOutOfReach(scope),
  Form: ScopeForm,
  invalidates: [scopesKey, usersKey],
});
