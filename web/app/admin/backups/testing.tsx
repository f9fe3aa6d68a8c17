/** For tests: a backup, and the screen with it. */
import type { BackupOut, BackupPreviewOut, ImportOut } from '../../api/generated/index.ts';
import { type Call, renderScreen } from '../../testing/screen.tsx';
import { AdminScreen } from '../admin-screen.tsx';

export const finished: BackupOut = {
  name: 'backup-20260302-101500',
  kind: 'manual',
  state: 'done',
  problem: null,
  createdAt: '2026-03-02T10:15:00Z',
  createdBy: null,
  finishedAt: '2026-03-02T10:16:00Z',
  madeAt: '2026-03-02T10:15:00Z',
  size: 12_345_678,
  sha256: 'ab',
  release: '1.0',
  parts: [{ name: 'pages', rows: 4 }],
  files: 3,
  faultyFiles: 1,
  faultyNames: ['images/logo.png'],
  whyNotRestorable: null,
  jobId: null,
  progress: null,
  message: null,
};
export const preview: BackupPreviewOut = {
  name: finished.name,
  madeAt: '2026-03-02T10:15:00Z',
  parts: [
    { name: 'pages', now: 7, backedUp: 4, tables: [] },
    { name: 'users', now: 2, backedUp: 1, tables: [] },
  ],
  whyNotRestorable: null,
};
export const imported: ImportOut = {
  id: '1',
  backup: finished.name,
  parts: [],
  state: 'done',
  problem: null,
  lost: { authenticators: 2, leftOutParts: 1 },
  mendedFiles: 3,
  safetyBackup: 'before-import-20260303-080000',
  isDecided: true,
  createdAt: '2026-03-03T08:00:00Z',
  finishedAt: '2026-03-03T08:01:00Z',
  jobId: null,
  progress: null,
  message: null,
};

/** What the services say of a site with one backup, and perhaps an import. */
export function answerOf(
  { path }: Call,
  backup: BackupOut,
  latest: ImportOut | null = null,
  previewed = preview,
): { body: unknown } {
  if (path === '/cms/site') return { body: { hasEcom: false, hasCRM: false } };
  if (path === '/cms/config')
    return {
      body: [
        {
          id: '1',
          key: 'backupSchedule',
          value: 'off',
          isSecret: false,
          isSet: true,
          version: 1,
        },
      ],
    };
  if (path === '/cms/backups/imports/latest') return { body: { latest } };
  if (path.endsWith('/preview')) return { body: previewed };
  return { body: { results: [backup], total: 1, start: 0, limit: 10 } };
}

export const show = (search = '') => {
  const Component = () => (
    <main>
      <AdminScreen />
    </main>
  );
  return renderScreen([{ path: '/cms-admin/*', Component }], `/cms-admin/backups${search}`);
};
