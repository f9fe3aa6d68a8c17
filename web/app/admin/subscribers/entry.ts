import { t } from '@lingui/core/macro';
import { MailPlus } from 'lucide-react';
import { defineEntry } from '../define-entry.ts';

export default defineEntry({
  group: 'people',
  order: 50,
  path: 'subscribers',
  one: t`subscriber`,
  many: t`Subscribers`,
  description: t`Subscribers of your newsletters and the consent they gave.`,
  icon: MailPlus,
  scopes: ['admin'],
});
