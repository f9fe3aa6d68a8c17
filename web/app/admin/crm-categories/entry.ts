import { Tags } from 'lucide-react';
import { defineEntry } from '../define-entry.ts';

export default defineEntry({
  area: 'crm',
  group: 'crm',
  order: 30,
  path: 'categories',
  one: 'category',
  many: 'Categories',
  description: 'What tags are sorted into.',
  icon: Tags,
  scopes: ['crm:read', 'crm:write'],
  writeScopes: ['crm:write'],
});
