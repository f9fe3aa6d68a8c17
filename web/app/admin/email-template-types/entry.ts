import { t } from '@lingui/core/macro';
import { Tags } from 'lucide-react';
import { defineEntry } from '../define-entry.ts';

export default defineEntry({
  group: 'site',
  order: 12,
  path: 'email-template-types',
  one: t`email type`,
  many: t`Email types`,
  description: t`What email templates are for. The type of a template decides which variables it has.`,
  icon: Tags,
  scopes: ['admin'],
});
