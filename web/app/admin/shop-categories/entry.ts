import { t } from '@lingui/core/macro';
import { FolderTree } from 'lucide-react';
import { defineEntry } from '../define-entry.ts';

export default defineEntry({
  area: 'ecom',
  group: 'shop',
  order: 10,
  path: 'categories',
  one: t`category`,
  many: t`Categories`,
  description: t`How products are arranged in your shop.`,
  icon: FolderTree,
  scopes: ['ecom:read', 'ecom:write'],
  writeScopes: ['ecom:write'],
});
