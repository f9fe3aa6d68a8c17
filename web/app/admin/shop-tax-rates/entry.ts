import { t } from '@lingui/core/macro';
import { Percent } from 'lucide-react';
import { defineEntry } from '../define-entry.ts';

export default defineEntry({
  area: 'ecom',
  group: 'shop',
  order: 50,
  path: 'tax-rates',
  one: t`tax rate`,
  many: t`Tax rates`,
  description: t`Taxes by destination and kind of product.`,
  icon: Percent,
  scopes: ['ecom:read', 'ecom:write'],
  writeScopes: ['ecom:write'],
});
