import { Mails } from 'lucide-react';
import { defineEntry } from '../define-entry.ts';

export default defineEntry({
  group: 'site',
  order: 10,
  path: 'emails',
  one: 'email',
  many: 'Emails',
  description: 'Emails the site has sent, and their status.',
  icon: Mails,
  scopes: ['admin'],
});
