import { t } from '@lingui/core/macro';
import { KeyRound } from 'lucide-react';
import { defineEntry } from '../define-entry.ts';

export default defineEntry({
  group: 'people',
  order: 40,
  path: 'scopes',
  one: t`scope`,
  many: t`Scopes`,
  description: t`What users may do and see. You can show pages, and parts of pages, only to users with a certain scope.`,
  icon: KeyRound,
  scopes: ['admin'],
});
