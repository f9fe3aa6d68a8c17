import { t } from '@lingui/core/macro';
import { Braces } from 'lucide-react';
import { defineEntry } from '../define-entry.ts';

export default defineEntry({
  group: 'content',
  order: 40,
  path: 'linked-data',
  one: t`linked data`,
  many: t`Linked data`,
  description: t`Structured data (JSON-LD) about your organization, articles and products for search engines.`,
  icon: Braces,
  scopes: ['editor'],
});
