import { t } from '@lingui/core/macro';
import { Receipt } from 'lucide-react';
import { defineEntry } from '../define-entry.ts';

export default defineEntry({
  area: 'ecom',
  group: 'shop',
  order: 4,
  path: 'orders',
  one: t`order`,
  many: t`Orders`,
  description: t`What people have bought, and how far each order is.`,
  icon: Receipt,
  scopes: ['ecom:read', 'ecom:write'],
  writeScopes: ['ecom:write'],
});
