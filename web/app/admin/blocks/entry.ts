import { t } from '@lingui/core/macro';
import { Blocks } from 'lucide-react';
import { defineEntry } from '../define-entry.ts';

export default defineEntry({
  group: 'content',
  order: 18,
  isFound: true,
  path: 'blocks',
  one: t`shared block`,
  many: t`Shared blocks`,
  description: t`Rows that several pages show. You edit them once, and they change everywhere.`,
  icon: Blocks,
  scopes: ['editor'],
});
