import { t } from '@lingui/core/macro';
import { Tags } from 'lucide-react';
import { defineEntry } from '../define-entry.ts';

export default defineEntry({
  area: 'crm',
  group: 'crm',
  order: 30,
  path: 'categories',
  one: t`category`,
  many: t`Categories`,
  description: t`Categories that tags are sorted into.`,
  icon: Tags,
  scopes: ['crm:read', 'crm:write'],
  writeScopes: ['crm:write'],
});
