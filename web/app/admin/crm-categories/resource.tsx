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
import { createdColumn, nameColumn } from '../columns.tsx';
import { definePlainResource } from '../define-plain-resource.ts';
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
  columns: [nameColumn(), createdColumn()],
  defaultSort: 'name',
  nameOf: ({ name }) => name,
  fields: [{ type: 'text', name: 'name', label: t`Name`, required: true, maxLength: 200 }],
});
