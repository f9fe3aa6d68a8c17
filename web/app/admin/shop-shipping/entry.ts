import { t } from '@lingui/core/macro';
import { Truck } from 'lucide-react';
import { defineEntry } from '../define-entry.ts';

export default defineEntry({
  area: 'ecom',
  group: 'shop',
  order: 40,
  path: 'shipping-matrix',
  one: t`set of delivery rules`,
  many: t`Delivery charges`,
  description: t`What delivery costs, by address and basket: rules that are read from the top.`,
  icon: Truck,
  scopes: ['ecom:read', 'ecom:write'],
  writeScopes: ['ecom:write'],
});
