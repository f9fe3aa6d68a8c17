import { t } from '@lingui/core/macro';
import { ListPlus } from 'lucide-react';
import { defineEntry } from '../define-entry.ts';

export default defineEntry({
  group: 'people',
  order: 60,
  path: 'mailing-lists',
  one: t`mailing list`,
  many: t`Mailing lists`,
  description: t`What people subscribe to with the Newsletter plugin.`,
  icon: ListPlus,
  scopes: ['admin'],
});
