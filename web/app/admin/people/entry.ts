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
  description: t`Everybody the site knows, whether or not they have an account to log in to.`,
  icon: Contact,
  scopes: ['admin'],
});
