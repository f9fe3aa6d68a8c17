import { t } from '@lingui/core/macro';
import { Images } from 'lucide-react';
import { defineEntry } from '../define-entry.ts';

export default defineEntry({
  group: 'content',
  order: 14,
  path: 'files',
  one: t`file`,
  many: t`Files`,
  description: t`Images, documents and everything else that your pages show or offer.`,
  icon: Images,
  scopes: ['editor'],
});
