import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { type AuditRecord, isService, latestEntryOptions, listAuditLogOptions } from '../../api/audit-log.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { defineResource, type FilterOption, type FilterValues } from '../define-resource.ts';
import { useServiceOptions } from '../use-service-options.ts';
import { useUserName } from '../user-name.tsx';
import styles from './audit-log.module.css';
import { detailsInWords } from './details.ts';
import entry from './entry.ts';
import { ACTIONS, actionInWords, KINDS, subjectInWords } from './words.ts';

const sorted = (options: FilterOption[]) =>
  options.sort((one, other) => one.label.localeCompare(other.label, 'en-GB'));

/** Of the chosen service alone. */
const isIn = (service: string | undefined, kind: string) =>
  !isService(service) || KINDS[kind]?.services.includes(service) === true;

const kindOptions = ({ service }: FilterValues) =>
  sorted(
    Object.entries(KINDS)
      .filter(([kind]) => isIn(service, kind))
      .map(([value, { label }]) => ({ value, label })),
  );

const actionOptions = ({ service, subjectType }: FilterValues) =>
  sorted(
    Object.entries(ACTIONS)
      .filter(([, { kind }]) => isIn(service, kind) && (!subjectType || kind === subjectType))
      .map(([value, { words }]) => ({ value, label: words })),
  );

/** Narrows the list down by what somebody or something stands for: what this user did, what was done to this record. */
function FilterLink({ by, id, name }: { by: 'userId' | 'subjectId'; id: string; name: string }) {
  const [search] = useSearchParams();
  const next = new URLSearchParams(search);
  next.set(by, id);
  next.delete('page');
  return (
    <Link className={styles.link} to={{ search: `?${next}` }} title={t`Only entries about ${name}`}>
      {name}
    </Link>
  );
}

function useSubjectName(id: string): string | undefined {
  const { data, isError } = useQuery(latestEntryOptions(id));
  if (isError) return t`a record`;
  const [latest] = data?.results ?? [];
  return data && (latest ? subjectInWords(latest) : t`a record`);
}

function What({ action, details }: AuditRecord) {
  const more = detailsInWords(details);
  return (
    <div className={styles.what}>
      <strong>{actionInWords(action)}</strong>
      {more && <span>{more}</span>}
    </div>
  );
}

const actorInWords = ({ actorId, actorName }: AuditRecord) =>
  actorId ? (actorName ?? t`A deleted account`) : t`Not logged in`;

function Actor(record: AuditRecord) {
  const name = actorInWords(record);
  if (!record.actorId) return <span className={styles.nobody}>{name}</span>;
  return <FilterLink by="userId" id={record.actorId} name={name} />;
}

/** The record with the way to it while it is there; what is gone leads to what was done to it. */
function Subject(record: AuditRecord) {
  const { action, subjectType, subjectId, actorId } = record;
  const name = subjectInWords(record);
  if (subjectId === actorId) return <span className={styles.nobody}>{t`Themselves`}</span>;
  if (subjectType === 'user') return <FilterLink by="userId" id={subjectId} name={name} />;
  const kind = KINDS[subjectType];
  // What was done mostly says of what kind it is; of a person's profile it does not.
  const isSaid = action.startsWith(subjectType);
  return (
    <span>
      {kind?.href && !action.endsWith('.deleted') ? (
        <Link className={styles.link} to={kind.href(record)}>
          {name}
        </Link>
      ) : (
        <FilterLink by="subjectId" id={subjectId} name={name} />
      )}
      {kind && !isSaid && <span className={styles.nobody}> ({kind.label})</span>}
    </span>
  );
}

export default defineResource<AuditRecord>({
  ...entry,
  columns: [
    { key: 'action', header: t`What`, cell: What, text: ({ action }) => actionInWords(action) },
    {
      key: 'subject',
      header: t`Record`,
      width: '24%',
      cell: Subject,
      text: subjectInWords,
    },
    { key: 'actorName', header: t`By`, width: '18%', cell: Actor, text: actorInWords },
    { key: 'address', header: t`IP address`, width: '9rem', cell: ({ address }) => address ?? '–' },
    {
      key: 'at',
      header: t`When`,
      isSortable: true,
      width: '9rem',
      cell: ({ at }) => <RelativeTime moment={at} />,
      text: ({ at }) => at,
    },
    {
      key: 'details',
      header: t`Details`,
      isExtra: true,
      cell: ({ details }) => detailsInWords(details),
      text: ({ details }) => detailsInWords(details),
    },
  ],
  defaultSort: '-at',
  idOf: ({ service, id }) => `${service} ${id}`,
  nameOf: ({ action }) => actionInWords(action),
  searchLabel: t`Search records`,
  filters: [
    {
      kind: 'select',
      name: 'service',
      label: t`Service`,
      any: t`All services`,
      useOptions: useServiceOptions,
    },
    {
      kind: 'select',
      name: 'subjectType',
      label: t`Kind of record`,
      any: t`All records`,
      useOptions: kindOptions,
    },
    {
      kind: 'select',
      name: 'action',
      label: t`What was done`,
      any: t`All actions`,
      useOptions: actionOptions,
    },
    { kind: 'date', name: 'since', label: t`From` },
    { kind: 'date', name: 'until', label: t`To` },
    { kind: 'linked', name: 'userId', label: t`By or to`, useLabel: useUserName },
    { kind: 'linked', name: 'subjectId', label: t`Record`, useLabel: useSubjectName },
  ],
  list: (params, { service, ...filters }) =>
    listAuditLogOptions(params, {
      ...filters,
      ...(params.q && { q: params.q }),
      ...(isService(service) && { service }),
    }),
  invalidates: [],
});
