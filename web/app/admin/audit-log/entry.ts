import { t } from '@lingui/core/macro';
import { ScrollText } from 'lucide-react';
import { defineEntry } from '../define-entry.ts';

export default defineEntry({
  group: 'site',
  order: 20,
  path: 'audit-log',
  one: t`entry`,
  many: t`Audit log`,
  description: t`Who did what to accounts, scopes and profile fields. Nothing here can be changed.`,
  icon: ScrollText,
  scopes: ['admin'],
});
