import { t } from '@lingui/core/macro';
import { Palette } from 'lucide-react';
import { defineEntry } from '../define-entry.ts';

export default defineEntry({
  group: 'site',
  order: 5,
  isFound: true,
  path: 'templates',
  one: t`template`,
  many: t`Templates`,
  description: t`How pages look: their styles (SCSS), fonts and script.`,
  icon: Palette,
  scopes: ['admin'],
});
