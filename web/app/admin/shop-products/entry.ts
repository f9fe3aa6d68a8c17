import { t } from '@lingui/core/macro';
import { ShoppingBag } from 'lucide-react';
import { defineEntry } from '../define-entry.ts';

export default defineEntry({
  area: 'ecom',
  group: 'shop',
  order: 5,
  path: 'products',
  one: t`product`,
  many: t`Products`,
  description: t`What your shop sells, with its variants, prices and stock.`,
  icon: ShoppingBag,
  scopes: ['ecom:read', 'ecom:write'],
  writeScopes: ['ecom:write'],
  isFound: true,
});
