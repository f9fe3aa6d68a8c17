import { t } from '@lingui/core/macro';
import { CircleAlert } from 'lucide-react';
import { defineEntry } from '../define-entry.ts';

export default defineEntry({
  group: 'site',
  order: 30,
  path: 'failed-events',
  one: t`failed event`,
  many: t`Failed events`,
  description: t`Changes that one service announced and another could not process. Retry them once the cause is fixed.`,
  icon: CircleAlert,
  scopes: ['admin'],
});
