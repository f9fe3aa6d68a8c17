import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import {
  type EmailTemplateRecord,
  type EmailTemplateType,
  listEmailTypesOptions,
} from '../../api/email-templates.ts';
import { Loaded } from '../../ui/loaded.tsx';
import type { FormProps } from '../define-resource.ts';
import type { Section } from '../form-fields.ts';
import { ResourceForm } from '../resource-form.tsx';
import { ContentField } from './content-field.tsx';
import { Preview } from './preview.tsx';
import { type EmailTemplateValues, fieldOf, NEW_TYPE, save, valuesOf } from './values.ts';

// Apart from the sentence: its catalogue would take the braces for its own.
const [VALUE, IF, FOR] = ['{{ siteName }}', '{% if %}', '{% for %}'];

function sectionsOf(
  template: EmailTemplateRecord | undefined,
  types: readonly EmailTemplateType[],
): Section<EmailTemplateValues>[] {
  const options = types.map(({ id, name }) => ({ value: id, label: name }));
  return [
    {
      fields: [
        { type: 'text', name: 'name', label: t`Name`, required: true, maxLength: 200 },
        {
          type: 'choice',
          name: 'typeId',
          label: t`Type`,
          hint: t`The type decides which variables are available.`,
          options: template ? options : [...options, { value: NEW_TYPE, label: t`A new type …` }],
        },
        {
          type: 'text',
          name: 'typeName',
          label: t`Name of the new type`,
          required: true,
          maxLength: 200,
          isShown: ({ typeId }) => typeId === NEW_TYPE,
        },
        { type: 'text', name: 'subject', label: t`Subject`, required: true, maxLength: 500 },
        {
          type: 'choice',
          name: 'format',
          label: t`Format`,
          options: [
            { value: 'html', label: t`HTML, with a plain text made from it` },
            { value: 'plain', label: t`Plain text` },
          ],
        },
        {
          type: 'drawn',
          name: 'content',
          label: t`Content`,
          hint: t`Written in Liquid: ${VALUE} puts a value in, ${IF} and ${FOR} decide and repeat.`,
          draw: (props, { typeId }) => <ContentField {...props} variables={variablesOf(typeId, types)} />,
        },
      ],
    },
    {
      title: t`Visitors`,
      description: t`Senders of the form cannot choose the recipients.`,
      fields: [
        { type: 'switch', name: 'isForVisitors', label: t`Visitors can send it with a form` },
        {
          type: 'text',
          name: 'recipients',
          label: t`Goes to`,
          hint: t`Email addresses, one per line. Without any, it goes to the site's contact address.`,
          multiline: true,
          maxLength: 6_000,
        },
      ],
      preview: (values) => <Preview values={values} template={template} types={types} />,
    },
  ];
}

/** What templates of a type can name; of a new one, what all of them can. */
function variablesOf(typeId: string, types: readonly EmailTemplateType[]): EmailTemplateType['variables'] {
  const type = types.find(({ id }) => id === typeId);
  if (type) return type.variables;
  const [first, ...others] = types.map(({ variables }) => variables);
  return (first ?? []).filter(({ name }) =>
    others.every((other) => other.some((each) => each.name === name)),
  );
}

export function EmailTemplateForm(props: FormProps<EmailTemplateRecord>) {
  const query = useQuery(listEmailTypesOptions());
  return (
    <Loaded query={query}>
      {({ results: types }) => (
        <ResourceForm<EmailTemplateValues, EmailTemplateRecord>
          {...props}
          sectionsOf={(template) => sectionsOf(template, types)}
          valuesOf={(template) => valuesOf(template, types)}
          submit={save}
          submitLabel={props.record ? t`Save` : t`Create template`}
          fieldOf={fieldOf}
        />
      )}
    </Loaded>
  );
}
