import { t } from '@lingui/core/macro';
import { Award } from 'lucide-react';
import { defineEntry } from '../define-entry.ts';

export default defineEntry({
  area: 'ecom',
  group: 'shop',
  order: 20,
  path: 'brands',
  one: t`brand`,
  many: t`Brands`,
  description: t`Who makes the products in your shop.`,
  icon: Award,
  scopes: ['ecom:read', 'ecom:write'],
  writeScopes: ['ecom:write'],
});
