import { t } from '@lingui/core/macro';
import { Mails } from 'lucide-react';
import { defineEntry } from '../define-entry.ts';

export default defineEntry({
  group: 'site',
  order: 10,
  path: 'emails',
  one: t`email`,
  many: t`Emails`,
  description: t`Emails the site has sent, and their status.`,
  icon: Mails,
  scopes: ['admin'],
});
