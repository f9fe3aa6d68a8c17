import { t } from '@lingui/core/macro';
import { ScrollText } from 'lucide-react';
import { defineEntry } from '../define-entry.ts';

export default defineEntry({
  group: 'site',
  order: 20,
  path: 'audit-log',
  one: t`entry`,
  many: t`Activity log`,
  description: t`Who did what on the site: to pages, files, settings, accounts and all else. Nothing here can be changed, and entries are kept for two years.`,
  icon: ScrollText,
  scopes: ['admin'],
});
