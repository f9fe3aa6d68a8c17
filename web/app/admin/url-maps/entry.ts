import { t } from '@lingui/core/macro';
import { CornerUpRight } from 'lucide-react';
import { defineEntry } from '../define-entry.ts';

export default defineEntry({
  group: 'site',
  order: 12,
  isFound: true,
  path: 'url-maps',
  one: t`redirect`,
  many: t`Redirects`,
  description: t`Where visitors of old addresses are sent. Pages that are moved or deleted add their own.`,
  icon: CornerUpRight,
  scopes: ['editor'],
});
