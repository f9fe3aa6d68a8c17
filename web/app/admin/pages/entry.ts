import { t } from '@lingui/core/macro';
import { Files } from 'lucide-react';
import { defineEntry } from '../define-entry.ts';

export default defineEntry({
  group: 'content',
  order: 10,
  isFound: true,
  path: 'pages',
  one: t`page`,
  many: t`Pages`,
  description: t`Every page of the site, its address and its place in the menu.`,
  icon: Files,
  scopes: ['editor'],
});
