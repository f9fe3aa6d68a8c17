import { t } from '@lingui/core/macro';
import { Loader } from 'lucide-react';
import { defineEntry } from '../define-entry.ts';

export default defineEntry({
  group: 'site',
  order: 28,
  path: 'jobs',
  one: t`job`,
  many: t`Jobs`,
  description: t`Long-running jobs and failed background jobs of the last month.`,
  icon: Loader,
  scopes: ['admin'],
});
