import { t } from '@lingui/core/macro';
import { LayoutTemplate } from 'lucide-react';
import { defineEntry } from '../define-entry.ts';

export default defineEntry({
  group: 'site',
  order: 11,
  isFound: true,
  path: 'email-templates',
  one: t`email template`,
  many: t`Email templates`,
  description: t`What emails from forms and orders say.`,
  icon: LayoutTemplate,
  scopes: ['admin'],
});
