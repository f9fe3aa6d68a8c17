import { t } from '@lingui/core/macro';
import { ArchiveRestore, Download } from 'lucide-react';
import { backupsKey, listBackupsOptions } from '../../api/backups.ts';
import { type BackupOut, backupsDelete } from '../../api/generated/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { screenFormats } from '../../words/screen-formats.ts';
import { defineResource, mayWrite } from '../define-resource.ts';
import { wordsFilter } from '../filters.ts';
import { ActivityBox } from './activity-box.tsx';
import entry from './entry.ts';
import { useImportDialog } from './import-dialog.tsx';
import { ScheduleForm } from './schedule-form.tsx';
import { contentInWords, KINDS, STATES, sizeInWords, whyNotInWords } from './words.ts';

const TONES = { running: undefined, done: 'good', failed: 'danger', cancelled: 'warning' } as const;

/** What an address says may be anything; what there is not lists all. */
const among = <Name extends string>(words: Record<Name, string>, name: string | undefined) =>
  name !== undefined && name in words ? [name as Name] : undefined;

const BackupsHead = () => (
  <>
    <ActivityBox />
    <ScheduleForm />
  </>
);

export default defineResource<BackupOut>({
  ...entry,
  columns: [
    { key: 'name', header: t`Name`, isSortable: true },
    { key: 'kind', header: t`Kind`, width: '10rem', cell: ({ kind }) => KINDS[kind] },
    {
      key: 'state',
      header: t`State`,
      width: '7rem',
      cell: ({ state }) => <Badge tone={TONES[state]}>{STATES[state]}</Badge>,
      text: ({ state }) => STATES[state],
    },
    { key: 'content', header: t`Content`, width: '18%', cell: contentInWords },
    {
      key: 'size',
      header: t`Size`,
      isSortable: true,
      width: '5.5rem',
      cell: ({ size }) => (size === null ? '–' : sizeInWords(size, screenFormats().number)),
      text: ({ size }) => size ?? '',
    },
    {
      key: 'restorable',
      header: t`Can be imported`,
      isExtra: true,
      width: '22%',
      cell: (backup) => whyNotInWords(backup) || t`Yes`,
    },
    {
      key: 'faultyNames',
      header: t`Missing or damaged`,
      isExtra: true,
      width: '22%',
      cell: ({ faultyNames }) => faultyNames.join(', ') || '–',
      text: ({ faultyNames }) => faultyNames.join(', '),
    },
    { key: 'release', header: t`Release`, isExtra: true, width: '6rem' },
    {
      key: 'createdAt',
      header: t`Created`,
      isSortable: true,
      width: '9rem',
      cell: ({ createdAt }) => <RelativeTime moment={createdAt} />,
      text: ({ createdAt }) => createdAt,
    },
  ],
  defaultSort: '-createdAt',
  idOf: ({ name }) => name,
  nameOf: ({ name }) => name,
  nothing: { title: t`No backups yet`, detail: t`Create a backup, or drop a backup file here.` },
  filters: [
    wordsFilter('kind', t`Kind`, t`Any kind`, KINDS),
    wordsFilter('state', t`State`, t`Any state`, STATES),
  ],
  list: (params, { kind, state }) =>
    listBackupsOptions({ ...params, kind: among(KINDS, kind), state: among(STATES, state) }),
  menuActions: ({ name, state }) =>
    state === 'done' && mayWrite(entry)
      ? [
          {
            label: t`Import…`,
            icon: ArchiveRestore,
            onSelect: () => useImportDialog.setState({ name }),
          },
          {
            label: t`Download`,
            icon: Download,
            onSelect: () => window.location.assign(`/cms/backups/${name}/archive`),
          },
        ]
      : [],
  // It outlives the page: a delayed deletion is sent on leaving.
  remove: ({ name }) => backupsDelete({ path: { name }, keepalive: true }),
  canRemove: ({ state }) => state !== 'running',
  Head: BackupsHead,
  invalidates: [backupsKey],
});
