import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { type AuditRecord, listAuditLogOptions } from '../../api/audit-log.ts';
import { getUserOptions } from '../../api/users.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { defineResource } from '../define-resource.ts';
import styles from './audit-log.module.css';
import entry from './entry.ts';
import { ACTIONS, detailsInWords, SUBJECTS } from './words.ts';

const ACTION_OPTIONS = Object.entries(ACTIONS)
  .map(([value, label]) => ({ value, label }))
  .sort((one, other) => one.label.localeCompare(other.label, 'en-GB'));

/** Narrows the list down to what this user did and what was done to them. */
function UserLink({ id, name }: { id: string; name: string }) {
  const [search] = useSearchParams();
  const next = new URLSearchParams(search);
  next.set('userId', id);
  next.delete('page');
  return (
    <Link className={styles.link} to={{ search: `?${next}` }} title={t`Only what concerns ${name}`}>
      {name}
    </Link>
  );
}

function useUserName(id: string): string | undefined {
  const { data, isError } = useQuery(getUserOptions(id));
  if (isError) return t`a deleted account`;
  return data && `${data.person.firstName} ${data.person.lastName}`;
}

function What({ action, details }: AuditRecord) {
  const more = detailsInWords(details);
  return (
    <div className={styles.what}>
      <strong>{ACTIONS[action] ?? action}</strong>
      {more && <span>{more}</span>}
    </div>
  );
}

function Actor({ actorId, actorName }: AuditRecord) {
  if (!actorId) return <span className={styles.nobody}>{t`Not logged in`}</span>;
  return <UserLink id={actorId} name={actorName ?? t`A deleted account`} />;
}

/** Where what is no account has its screen, as long as it is there. */
const SCREENS = { person: 'people', scope: 'scopes', schema: 'schemas' };

function Subject({ action, subjectType, subjectId, subjectName, actorId }: AuditRecord) {
  if (subjectId === actorId) return <span className={styles.nobody}>{t`Themselves`}</span>;
  if (subjectType === 'user') return <UserLink id={subjectId} name={subjectName} />;
  // What was done says of what kind it is; only a person's profile does not.
  const kind = action.startsWith(subjectType) ? undefined : SUBJECTS[subjectType];
  return (
    <span>
      {action.endsWith('.deleted') ? (
        subjectName
      ) : (
        <Link className={styles.link} to={`/cms-admin/${SCREENS[subjectType]}/${subjectId}`}>
          {subjectName}
        </Link>
      )}
      {kind && <span className={styles.nobody}> ({kind})</span>}
    </span>
  );
}

export default defineResource<AuditRecord>({
  ...entry,
  columns: [
    { key: 'action', header: t`What`, isSortable: true, cell: What, text: ({ action }) => action },
    { key: 'subject', header: t`To`, width: '22%', cell: Subject, text: ({ subjectName }) => subjectName },
    {
      key: 'actorName',
      header: t`By`,
      isSortable: true,
      width: '18%',
      cell: Actor,
      text: ({ actorName }) => actorName ?? '',
    },
    { key: 'address', header: t`From`, width: '9rem', cell: ({ address }) => address ?? '–' },
    {
      key: 'at',
      header: t`When`,
      isSortable: true,
      width: '9rem',
      cell: ({ at }) => <RelativeTime moment={at} />,
      text: ({ at }) => at,
    },
  ],
  defaultSort: '-at',
  idOf: ({ id }) => id,
  nameOf: ({ action }) => ACTIONS[action] ?? action,
  isSearchable: false,
  filters: [
    {
      kind: 'select',
      name: 'action',
      label: t`What was done`,
      any: t`All actions`,
      useOptions: () => ACTION_OPTIONS,
    },
    { kind: 'linked', name: 'userId', label: t`By or to`, useLabel: useUserName },
  ],
  list: (params, filters) => listAuditLogOptions({ ...params, ...filters }),
  invalidates: [],
});
