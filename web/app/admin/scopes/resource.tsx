import { plural, t } from '@lingui/core/macro';
import { Link } from 'react-router';
import { scopesGetOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import { type ScopeOut, scopesCreate, scopesDelete, scopesUpdate } from '../../api/generated/index.ts';
import { usersKey } from '../../api/users.ts';
import { nameColumn, switchColumn } from '../columns.tsx';
import { definePlainResource } from '../define-plain-resource.ts';
import entry from './entry.ts';
import { Consequences, isOutOfReach, nameHint, shownScopesOptions } from './rules.tsx';
import styles from './scopes.module.css';

function Holders({ name, userCount }: ScopeOut) {
  if (userCount === 0) return t`Nobody`;
  return (
    <Link className={styles.holders} to={`/cms-admin/users?scope=${encodeURIComponent(name)}`}>
      {t`${plural(userCount, { one: 'One user', other: '# users' })}`}
    </Link>
  );
}

export default definePlainResource<ScopeOut>({
  ...entry,
  api: {
    tag: 'scopes',
    list: shownScopesOptions,
    get: scopesGetOptions,
    create: scopesCreate,
    update: scopesUpdate,
    delete: scopesDelete,
  },
  columns: [
    nameColumn(({ isBuiltIn }) => isBuiltIn && t`Built in`, '15rem'),
    { key: 'description', header: t`Description` },
    switchColumn('requiresSecondFactor', t`Second factor`, t`Required`),
    {
      key: 'userCount',
      header: t`Users`,
      width: '8rem',
      cell: Holders,
      text: ({ userCount }) => userCount,
    },
  ],
  defaultSort: 'name',
  nameOf: ({ name }) => name,
  removalNote: t`Pages restricted to this scope stay hidden until you choose who can see them.`,
  canRemove: (scope) => !scope.isBuiltIn && !isOutOfReach(scope),
  sectionsOf: (record) => [
    {
      fields: [
        {
          type: 'text',
          name: 'name',
          label: t`Name`,
          hint: nameHint(record),
          required: true,
          isReadOnly: record?.isBuiltIn || isOutOfReach(record),
          maxLength: 82,
          pattern: /^[a-z][a-z0-9_-]{0,40}(:[a-z0-9_-]{1,40})?$/,
          patternHint: t`Use lowercase letters, digits, - and _, with at most one colon between them.`,
        },
        {
          type: 'text',
          multiline: true,
          name: 'description',
          label: t`Description`,
          hint: t`What the scope allows.`,
          maxLength: 500,
        },
        {
          type: 'switch',
          name: 'requiresSecondFactor',
          label: t`Requires a second factor`,
          hint: t`Users with this scope log in with a passkey, or with their password and a code from an authenticator app. Users who have neither set one up at their next login.`,
        },
      ],
      preview: (values) => record && <Consequences values={values} record={record} />,
    },
  ],
  alsoInvalidates: [usersKey],
});
