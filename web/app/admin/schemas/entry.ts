import { ListChecks } from 'lucide-react';
import { defineEntry } from '../define-entry.ts';

export default defineEntry({
  group: 'people',
  order: 30,
  path: 'schemas',
  one: 'set of fields',
  many: 'Profile fields',
  description: 'Extra information you collect about people: an address, a size, a diet.',
  icon: ListChecks,
  scopes: ['admin'],
});
