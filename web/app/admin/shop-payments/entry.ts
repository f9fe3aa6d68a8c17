import { t } from '@lingui/core/macro';
import { CreditCard } from 'lucide-react';
import { defineEntry } from '../define-entry.ts';

export default defineEntry({
  area: 'ecom',
  group: 'shop',
  order: 70,
  path: 'payments',
  one: t`payment`,
  many: t`Payments`,
  description: t`How buyers can pay, and what went wrong with money.`,
  icon: CreditCard,
  scopes: ['ecom:read', 'ecom:write'],
  writeScopes: ['ecom:write'],
});
