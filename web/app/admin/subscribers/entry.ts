import { t } from '@lingui/core/macro';
import { MailPlus } from 'lucide-react';
import { defineEntry } from '../define-entry.ts';

export default defineEntry({
  group: 'people',
  order: 50,
  path: 'subscribers',
  one: t`subscriber`,
  many: t`Subscribers`,
  description: t`Who has subscribed to your newsletters, and what they agreed to.`,
  icon: MailPlus,
  scopes: ['admin'],
});
