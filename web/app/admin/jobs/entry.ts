import { t } from '@lingui/core/macro';
import { Loader } from 'lucide-react';
import { defineEntry } from '../define-entry.ts';

export default defineEntry({
  group: 'site',
  order: 28,
  path: 'jobs',
  one: t`job`,
  many: t`Jobs`,
  description: t`Long work that somebody started, and what the site failed at by itself. Kept for a month.`,
  icon: Loader,
  scopes: ['admin'],
});
