import { t } from '@lingui/core/macro';
import { Contact } from 'lucide-react';
import { defineEntry } from '../define-entry.ts';

export default defineEntry({
  group: 'people',
  order: 10,
  isFound: true,
  path: 'people',
  one: t`person`,
  many: t`People`,
  description: t`Everyone the site knows, with or without an account.`,
  icon: Contact,
  scopes: ['admin'],
});
