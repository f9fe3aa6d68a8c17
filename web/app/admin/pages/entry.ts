import { Files } from 'lucide-react';
import { defineEntry } from '../define-entry.ts';

export default defineEntry({
  group: 'content',
  order: 10,
  path: 'pages',
  one: 'page',
  many: 'Pages',
  description: 'Every page of the site, its address and its place in the menu.',
  icon: Files,
  scopes: ['editor'],
});
