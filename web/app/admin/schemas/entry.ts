import { t } from '@lingui/core/macro';
import { ListChecks } from 'lucide-react';
import { defineEntry } from '../define-entry.ts';

export default defineEntry({
  group: 'people',
  order: 30,
  path: 'schemas',
  one: t`set of fields`,
  many: t`Profile fields`,
  description: t`Extra information you collect about people: an address, a size, a diet.`,
  icon: ListChecks,
  scopes: ['admin'],
});
