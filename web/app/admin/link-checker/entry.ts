import { t } from '@lingui/core/macro';
import { Unlink } from 'lucide-react';
import { defineEntry } from '../define-entry.ts';

export default defineEntry({
  group: 'site',
  order: 16,
  path: 'link-checker',
  one: t`link`,
  many: t`Links`,
  description: t`Where the links on your pages lead, and which of them lead nowhere.`,
  icon: Unlink,
  scopes: ['editor'],
});
