import { t } from '@lingui/core/macro';
import { DatabaseBackup } from 'lucide-react';
import { backupsKey, createBackup } from '../../api/backups.ts';
import { definePalette } from '../palette/define-palette.ts';
import entry from './entry.ts';

export default definePalette({
  entry,
  actions: [
    {
      label: t`Create backup`,
      keywords: t`save copy site`,
      icon: DatabaseBackup,
      run: (client) => createBackup().finally(() => client.invalidateQueries({ queryKey: backupsKey })),
    },
  ],
});
