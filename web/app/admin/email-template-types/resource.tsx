import { t } from '@lingui/core/macro';
import type { EmailTemplateType } from '../../api/email-templates.ts';
import {
  emailTemplateTypesGetOptions,
  emailTemplateTypesListOptions,
} from '../../api/generated/@tanstack/react-query.gen.ts';
import {
  emailTemplateTypesCreate,
  emailTemplateTypesDelete,
  emailTemplateTypesUpdate,
} from '../../api/generated/index.ts';
import { createdColumn, nameColumn } from '../columns.tsx';
import { definePlainResource } from '../define-plain-resource.ts';
import entry from './entry.ts';

const useOf = ({ isBuiltIn }: EmailTemplateType) =>
  isBuiltIn ? t`Emails of the site itself` : t`Emails of your own`;

export default definePlainResource<EmailTemplateType>({
  ...entry,
  api: {
    tag: 'email_template_types',
    list: emailTemplateTypesListOptions,
    get: emailTemplateTypesGetOptions,
    create: emailTemplateTypesCreate,
    update: emailTemplateTypesUpdate,
    delete: emailTemplateTypesDelete,
  },
  columns: [
    nameColumn(),
    { key: 'isBuiltIn', header: t`Used for`, width: '28%', cell: useOf, text: useOf },
    createdColumn(),
  ],
  defaultSort: 'name',
  nameOf: ({ name }) => name,
  fields: [
    {
      type: 'text',
      name: 'name',
      label: t`Name`,
      hint: t`The site itself sends emails of some types: those cannot be renamed.`,
      required: true,
      maxLength: 200,
    },
  ],
});
