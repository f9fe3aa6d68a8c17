import { t } from '@lingui/core/macro';
import { ChartLine } from 'lucide-react';
import { defineEntry } from '../define-entry.ts';

export default defineEntry({
  group: 'site',
  order: 18,
  path: 'analytics',
  one: t`analytics`,
  many: t`Analytics`,
  description: t`Who visits the site, which pages they look at and where they come from, as Google Analytics counts it.`,
  icon: ChartLine,
  scopes: ['editor'],
  // Connecting the site with Google.
  writeScopes: ['admin'],
});
