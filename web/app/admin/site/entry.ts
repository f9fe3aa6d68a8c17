import { t } from '@lingui/core/macro';
import { SlidersHorizontal } from 'lucide-react';
import { defineEntry } from '../define-entry.ts';

export default defineEntry({
  group: 'site',
  order: 1,
  path: 'site',
  one: t`site`,
  many: t`Site settings`,
  description: t`The site’s name, language and time zone, and how its pages look.`,
  icon: SlidersHorizontal,
  scopes: ['admin'],
});
