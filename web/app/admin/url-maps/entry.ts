import { t } from '@lingui/core/macro';
import { CornerUpRight } from 'lucide-react';
import { defineEntry } from '../define-entry.ts';

export default defineEntry({
  group: 'site',
  order: 20,
  path: 'url-maps',
  one: t`redirect`,
  many: t`Redirects`,
  description: t`Where visitors of former addresses are sent. Pages that move or go add their own.`,
  icon: CornerUpRight,
  scopes: ['editor'],
});
