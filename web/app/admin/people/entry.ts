import { Contact } from 'lucide-react';
import { defineEntry } from '../define-entry.ts';

export default defineEntry({
  group: 'people',
  order: 10,
  path: 'people',
  one: 'person',
  many: 'People',
  description: 'Everybody the site knows, whether or not they have an account to log in to.',
  icon: Contact,
  scopes: ['admin'],
});
