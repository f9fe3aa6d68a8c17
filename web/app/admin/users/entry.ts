import { t } from '@lingui/core/macro';
import { Users } from 'lucide-react';
import { defineEntry } from '../define-entry.ts';

export default defineEntry({
  group: 'people',
  order: 20,
  isFound: true,
  path: 'users',
  one: t`user`,
  many: t`Users`,
  description: t`Everyone who can log in, from members to administrators.`,
  icon: Users,
  scopes: ['admin'],
});
