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
  description: t`Everybody who can log in, from members of the site to those who run it.`,
  icon: Users,
  scopes: ['admin'],
});
