import { t } from '@lingui/core/macro';
import { ChartNoAxesColumn } from 'lucide-react';
import { defineEntry } from '../define-entry.ts';

export default defineEntry({
  group: 'site',
  order: 16,
  path: 'trackers',
  one: t`tracker`,
  many: t`Trackers`,
  description: t`Snippets from other companies on your pages: statistics, chats, advertising. Visitors are asked first.`,
  icon: ChartNoAxesColumn,
  scopes: ['admin'],
  // A snippet runs as the site’s own code.
  writeScopes: ['super'],
});
