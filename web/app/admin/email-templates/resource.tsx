import { t } from '@lingui/core/macro';
import {
  deleteEmailTemplate,
  type EmailTemplateRecord,
  emailTemplatesKey,
  emailTemplateTypesKey,
  getEmailTemplateOptions,
  listEmailTemplatesOptions,
  listEmailTypesOptions,
} from '../../api/email-templates.ts';
import { changedColumn, nameColumn } from '../columns.tsx';
import { defineResource } from '../define-resource.ts';
import { useChoices } from '../use-choices.ts';
import { EmailTemplateForm } from './email-template-form.tsx';
import entry from './entry.ts';
import { subjectInShort } from './subject-in-short.ts';

function useTypeOptions() {
  const data = useChoices(listEmailTypesOptions());
  return (data?.results ?? []).map(({ id, name }) => ({ value: id, label: name }));
}

function TypeName({ id }: { id: string }) {
  return useTypeOptions().find(({ value }) => value === id)?.label ?? '';
}

export default defineResource<EmailTemplateRecord>({
  ...entry,
  columns: [
    nameColumn(),
    {
      key: 'emailTemplateTypeId',
      header: t`Type`,
      isSortable: true,
      width: '20%',
      cell: ({ emailTemplateTypeId: id }) => <TypeName id={id} />,
      text: async ({ emailTemplateTypeId: id }, queryClient) => {
        const { results } = await queryClient.fetchQuery(listEmailTypesOptions());
        return results.find((type) => type.id === id)?.name ?? '';
      },
    },
    {
      key: 'subject',
      header: t`Subject`,
      isSortable: true,
      width: '32%',
      cell: ({ subject }) => subjectInShort(subject),
      text: ({ subject }) => subject,
    },
    changedColumn(),
  ],
  // Those of one type stand together.
  found: { detail: ({ subject }) => subjectInShort(subject) },
  defaultSort: 'emailTemplateTypeId,name',
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  filters: [{ kind: 'select', name: 'type', label: t`Type`, any: t`Any type`, useOptions: useTypeOptions }],
  list: (params, { type }) =>
    listEmailTemplatesOptions({ ...params, email_template_type_id: type ? [type] : undefined }),
  get: getEmailTemplateOptions,
  remove: deleteEmailTemplate,
  removalNote: t`Forms and orders that use it send the standard email instead.`,
  Form: EmailTemplateForm,
  invalidates: [emailTemplatesKey, emailTemplateTypesKey],
});
