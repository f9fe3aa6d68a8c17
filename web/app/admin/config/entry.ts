import { t } from '@lingui/core/macro';
import { Settings } from 'lucide-react';
import { defineEntry } from '../define-entry.ts';

export default defineEntry({
  group: 'site',
  order: 2,
  path: 'config',
  one: t`configuration`,
  many: t`Configuration`,
  description: t`Areas of the site, registration, contact address, spam protection and Google Analytics.`,
  icon: Settings,
  scopes: ['admin'],
});
