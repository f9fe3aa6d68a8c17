import { t } from '@lingui/core/macro';
import { Store } from 'lucide-react';
import { defineEntry } from '../define-entry.ts';

export default defineEntry({
  area: 'ecom',
  group: 'shop',
  order: 1,
  path: '',
  one: t`overview of the shop`,
  many: t`Shop dashboard`,
  description: t`Sales, open tasks and missing settings.`,
  icon: Store,
  scopes: ['ecom:read', 'ecom:write'],
});
