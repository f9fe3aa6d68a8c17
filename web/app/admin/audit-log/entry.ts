import { t } from '@lingui/core/macro';
import { ScrollText } from 'lucide-react';
import { defineEntry } from '../define-entry.ts';

export default defineEntry({
  group: 'site',
  order: 20,
  path: 'audit-log',
  one: t`entry`,
  many: t`Activity log`,
  description: t`Changes to pages, files, settings, accounts and more. Entries cannot be edited and are kept for two years.`,
  icon: ScrollText,
  scopes: ['admin'],
});
