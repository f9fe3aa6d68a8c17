import { t } from '@lingui/core/macro';
import { FileUp } from 'lucide-react';
import { defineEntry } from '../define-entry.ts';

export default defineEntry({
  area: 'ecom',
  group: 'shop',
  order: 60,
  path: 'import',
  one: t`import`,
  many: t`Import and export`,
  description: t`Products and tax rates from CSV files, also those of WooCommerce and Shopify. You see what happens, row by row, before anything changes.`,
  icon: FileUp,
  scopes: ['ecom:read', 'ecom:write'],
  writeScopes: ['ecom:write'],
});
