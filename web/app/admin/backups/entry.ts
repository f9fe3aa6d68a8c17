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
  // A user who downloads or restores a backup has access to everything.
  writeScopes: ['super'],
});
