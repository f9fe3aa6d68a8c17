import { t } from '@lingui/core/macro';
import { brandsGetOptions, brandsListOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import { type BrandOut, brandsCreate, brandsDelete, brandsUpdate } from '../../api/generated/index.ts';
import { changedColumn, nameColumn } from '../columns.tsx';
import { definePlainResource } from '../define-plain-resource.ts';
import entry from './entry.ts';

export default definePlainResource<BrandOut>({
  ...entry,
  api: {
    tag: 'brands',
    list: brandsListOptions,
    get: brandsGetOptions,
    create: brandsCreate,
    update: brandsUpdate,
    delete: brandsDelete,
  },
  columns: [nameColumn(), { key: 'website', header: t`Website`, width: '32%' }, changedColumn()],
  defaultSort: 'name',
  nameOf: ({ name }) => name,
  fields: [
    { type: 'text', name: 'name', label: t`Name`, required: true, maxLength: 200 },
    { type: 'text', name: 'description', label: t`Description`, multiline: true, maxLength: 10_000 },
    { type: 'address', name: 'website', label: t`Website`, isWeb: true, placeholder: 'https://' },
  ],
});
