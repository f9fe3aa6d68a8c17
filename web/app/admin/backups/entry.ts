import { t } from '@lingui/core/macro';
import { ArchiveRestore } from 'lucide-react';
import { defineEntry } from '../define-entry.ts';

export default defineEntry({
  group: 'site',
  order: 40,
  path: 'backups',
  one: t`backup`,
  many: t`Backups`,
  description: t`Copies of the whole site: pages, files, settings and users. Create one before a big change.`,
  icon: ArchiveRestore,
  scopes: ['admin'],
  // Whoever has a backup, or brings one in, has everything.
  writeScopes: ['super'],
});
