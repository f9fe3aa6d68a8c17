import { t } from '@lingui/core/macro';
import { brandsGetOptions, brandsListOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import { type BrandOut, brandsCreate, brandsDelete, brandsUpdate } from '../../api/generated/index.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { definePlainResource } from '../define-plain-resource.tsx';
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
  columns: [
    { key: 'name', header: t`Name`, isSortable: true, cell: ({ name }) => name },
    { key: 'website', header: t`Website`, width: '32%', cell: ({ website }) => website ?? '–' },
    {
      key: 'updatedAt',
      header: t`Changed`,
      isSortable: true,
      width: '10rem',
      cell: ({ updatedAt }) => <RelativeTime moment={updatedAt} />,
      text: ({ updatedAt }) => updatedAt,
    },
  ],
  defaultSort: 'name',
  nameOf: ({ name }) => name,
  fields: [
    { type: 'text', name: 'name', label: t`Name`, required: true, maxLength: 200 },
    { type: 'text', name: 'description', label: t`Description`, multiline: true, maxLength: 10_000 },
    { type: 'address', name: 'website', label: t`Website`, isWeb: true, placeholder: 'https://' },
  ],
});
