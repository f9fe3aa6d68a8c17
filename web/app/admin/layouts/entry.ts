import { t } from '@lingui/core/macro';
import { PanelsTopLeft } from 'lucide-react';
import { defineEntry } from '../define-entry.ts';

export default defineEntry({
  group: 'content',
  order: 16,
  isFound: true,
  path: 'layouts',
  one: t`layout`,
  many: t`Layouts`,
  description: t`What pages have in common around their own content: header, footer, side columns.`,
  icon: PanelsTopLeft,
  scopes: ['editor'],
});
