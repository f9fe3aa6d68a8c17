import { t } from '@lingui/core/macro';
import { CircleUser } from 'lucide-react';
import { defineEntry } from '../define-entry.ts';

export default defineEntry({
  path: 'account',
  one: t`account`,
  many: t`Your account`,
  description: t`Your details, how you log in, and where you are logged in.`,
  icon: CircleUser,
  scopes: 'staff',
});
