import { t } from '@lingui/core/macro';
import { Newspaper } from 'lucide-react';
import { defineEntry } from '../define-entry.ts';

export default defineEntry({
  group: 'content',
  order: 12,
  path: 'blog/categories',
  one: t`category`,
  many: t`Blog`,
  description: t`Categories and their posts. A post is a page with a blog post on it.`,
  icon: Newspaper,
  scopes: ['editor'],
});
