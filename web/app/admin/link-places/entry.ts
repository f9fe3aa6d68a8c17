import { t } from '@lingui/core/macro';
import { Unlink } from 'lucide-react';
import { defineEntry } from '../define-entry.ts';

export default defineEntry({
  path: 'link-checker/places',
  one: t`link on a page`,
  many: t`Links by page`,
  description: t`Where the links on your pages lead, and which of them lead nowhere.`,
  icon: Unlink,
  scopes: ['editor'],
});
