/** The fields that a schema asks for, as the admin draws them. */
import { t } from '@lingui/core/macro';
import type { UseFormReturnType } from '@mantine/form';
import { FieldInput } from '../fields/inputs.tsx';
import type { SchemaField, SchemaValues } from '../identity/schema-fields.ts';
import { definitionOf } from '../identity/schema-kinds.ts';
import { FormSection } from '../ui/form-frame.tsx';

interface FieldProps {
  field: SchemaField;
  form: UseFormReturnType<SchemaValues>;
}

const linesOf = (value: string | boolean | undefined) =>
  String(value ?? '')
    .split('\n')
    .filter(Boolean);

/** Of a list that holds nothing but what is offered. */
function TagChoices({ field, form }: FieldProps) {
  const { label, hint, options, name } = field;
  return (
    <FieldInput
      definition={{ type: 'choice', many: true, label, hint, options }}
      value={linesOf(form.values[name])}
      error={form.errors[name]}
      isReadOnly={field.isReadOnly}
      onChange={(chosen) => form.setFieldValue(name, (chosen as string[]).join('\n'))}
    />
  );
}

/** Optional fields say so, for most are not; a list without choices says how it is written. */
function said({ label, hint, isRequired, type }: SchemaField): { label: string; hint?: string } {
  const isSwitch = type === 'boolean';
  const lines = type === 'tags' ? t`One per line.` : '';
  return {
    label: isRequired || isSwitch ? label : t`${label} (optional)`,
    hint: [hint, lines].filter(Boolean).join(' ') || undefined,
  };
}

function Field({ field, form }: FieldProps) {
  if (field.type === 'tags' && field.options.length > 0) return <TagChoices field={field} form={form} />;
  const { value, error, onChange } = form.getInputProps(field.name);
  return (
    <FieldInput
      definition={definitionOf(field, said(field))}
      value={value}
      error={error}
      isReadOnly={field.isReadOnly}
      // The form's values are texts, so that what is no number is handed to the service as it was typed.
      onChange={(next) => onChange(typeof next === 'boolean' ? next : String(next ?? ''))}
    />
  );
}

/** Fields that stand together because the same objects are around them. */
function grouped(fields: SchemaField[]): { title: string; fields: SchemaField[] }[] {
  const groups: { title: string; fields: SchemaField[] }[] = [];
  for (const field of fields) {
    const title = field.groups.join(' › ');
    const last = groups.at(-1);
    if (last?.title === title) last.fields.push(field);
    else groups.push({ title, fields: [field] });
  }
  return groups;
}

interface ProfileFieldsProps {
  fields: SchemaField[];
  form: UseFormReturnType<SchemaValues>;
}

export function ProfileFields({ fields, form }: ProfileFieldsProps) {
  return grouped(fields).map(({ title, fields: within }) => (
    <FormSection key={within[0]?.name} title={title || undefined}>
      {within.map((field) => (
        <Field key={field.name} field={field} form={form} />
      ))}
    </FormSection>
  ));
}
