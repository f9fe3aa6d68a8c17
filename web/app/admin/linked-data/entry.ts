import { t } from '@lingui/core/macro';
import { Braces } from 'lucide-react';
import { defineEntry } from '../define-entry.ts';

export default defineEntry({
  group: 'content',
  order: 40,
  path: 'linked-data',
  one: t`linked data`,
  many: t`Linked data`,
  description: t`What pages tell search engines about your organization, articles and products (JSON-LD).`,
  icon: Braces,
  scopes: ['editor'],
});
