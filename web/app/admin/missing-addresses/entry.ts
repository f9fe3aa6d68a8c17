import { t } from '@lingui/core/macro';
import { FileQuestionMark } from 'lucide-react';
import { defineEntry } from '../define-entry.ts';

export default defineEntry({
  group: 'site',
  order: 14,
  path: 'url-maps/missing',
  one: t`missing address`,
  many: t`Missing addresses`,
  description: t`Addresses that visitors requested but that have no page (404).`,
  icon: FileQuestionMark,
  scopes: ['editor'],
});
