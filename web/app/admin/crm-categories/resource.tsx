import { t } from '@lingui/core/macro';
import {
  crmCategoriesGetOptions,
  crmCategoriesListOptions,
} from '../../api/generated/@tanstack/react-query.gen.ts';
import {
  type CrmCategoryOut,
  crmCategoriesCreate,
  crmCategoriesDelete,
  crmCategoriesUpdate,
} from '../../api/generated/index.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { nameColumn } from '../columns.tsx';
import { definePlainResource } from '../define-plain-resource.tsx';
import entry from './entry.ts';

export default definePlainResource<CrmCategoryOut>({
  ...entry,
  api: {
    tag: 'categories',
    list: crmCategoriesListOptions,
    get: crmCategoriesGetOptions,
    create: crmCategoriesCreate,
    update: crmCategoriesUpdate,
    delete: crmCategoriesDelete,
  },
  columns: [
    nameColumn(),
    {
      key: 'createdAt',
      header: t`Created`,
      isSortable: true,
      width: '12rem',
      cell: ({ createdAt }) => <RelativeTime moment={createdAt} />,
      text: ({ createdAt }) => createdAt,
    },
  ],
  defaultSort: 'name',
  nameOf: ({ name }) => name,
  fields: [{ type: 'text', name: 'name', label: t`Name`, required: true, maxLength: 200 }],
});
