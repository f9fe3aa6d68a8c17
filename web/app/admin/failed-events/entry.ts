import { CircleAlert } from 'lucide-react';
import { defineEntry } from '../define-entry.ts';

export default defineEntry({
  group: 'site',
  order: 30,
  path: 'failed-events',
  one: 'failed event',
  many: 'Failed events',
  description: 'What a part of the site was told and could not apply, although it tried twelve times.',
  icon: CircleAlert,
  scopes: ['admin'],
});
