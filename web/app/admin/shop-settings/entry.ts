import { t } from '@lingui/core/macro';
import { Settings } from 'lucide-react';
import { defineEntry } from '../define-entry.ts';

export default defineEntry({
  area: 'ecom',
  group: 'shop',
  order: 90,
  path: 'settings',
  one: t`shop settings`,
  many: t`Shop settings`,
  description: t`The currency, whether prices include tax, where the shop is, and what counts as low stock.`,
  icon: Settings,
  scopes: ['ecom:read', 'ecom:write'],
  writeScopes: ['ecom:write'],
});
