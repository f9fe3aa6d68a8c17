import { t } from '@lingui/core/macro';
import { Puzzle } from 'lucide-react';
import { defineEntry } from '../define-entry.ts';

export default defineEntry({
  group: 'content',
  order: 60,
  path: 'plugin-page-finder',
  one: t`place of a plugin`,
  many: t`Plugin page finder`,
  description: t`Which pages have a plugin, and whether it is on the page itself, in its layout or in a shared block.`,
  icon: Puzzle,
  scopes: ['editor'],
});
