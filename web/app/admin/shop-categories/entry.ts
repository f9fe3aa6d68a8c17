import { FolderTree } from 'lucide-react';
import { defineEntry } from '../define-entry.ts';

export default defineEntry({
  area: 'ecom',
  group: 'shop',
  order: 10,
  path: 'categories',
  one: 'category',
  many: 'Categories',
  description: 'How products are arranged in your shop.',
  icon: FolderTree,
  scopes: ['ecom:read', 'ecom:write'],
  writeScopes: ['ecom:write'],
});
