import { t } from '@lingui/core/macro';
import { Settings } from 'lucide-react';
import { defineEntry } from '../define-entry.ts';

export default defineEntry({
  group: 'site',
  order: 2,
  path: 'config',
  one: t`configuration`,
  many: t`Configuration`,
  description: t`Which areas the site has, who may register, who gets what visitors send, protection against spam, and Google Analytics.`,
  icon: Settings,
  scopes: ['admin'],
});
