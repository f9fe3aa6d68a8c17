/** The fields that a schema asks for, as the admin draws them. */
import { Checkbox, NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { SchemaField, SchemaValues } from '../identity/schema-fields.ts';
import { FormSection } from '../ui/form-frame.tsx';
import styles from './profile-fields.module.css';

interface FieldProps {
  field: SchemaField;
  form: UseFormReturnType<SchemaValues>;
}

const INPUT_TYPES: Partial<Record<SchemaField['type'], string>> = {
  date: 'date',
  email: 'email',
  url: 'url',
};

const linesOf = (value: string | boolean | undefined) =>
  String(value ?? '')
    .split('\n')
    .filter(Boolean);

/** Of a list that holds nothing but what is offered. */
function TagChoices({ field, form }: FieldProps) {
  const chosen = linesOf(form.values[field.name]);
  const toggle = (value: string) =>
    form.setFieldValue(
      field.name,
      (chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]).join('\n'),
    );
  return (
    <Checkbox.Group
      label={field.label}
      description={field.hint}
      error={form.errors[field.name]}
      value={chosen}
    >
      <div className={styles.choices}>
        {field.options.map(({ value, label }) => (
          <Checkbox
            key={value}
            value={value}
            label={label}
            disabled={field.isReadOnly}
            onChange={() => toggle(value)}
          />
        ))}
      </div>
    </Checkbox.Group>
  );
}

function Field({ field, form }: FieldProps) {
  const { type, label, isReadOnly, isRequired, maxLength } = field;
  const props = {
    label: isRequired ? label : `${label} (optional)`,
    description: field.hint || undefined,
    ...form.getInputProps(field.name, { type: type === 'boolean' ? 'checkbox' : 'input' }),
  };
  switch (type) {
    case 'boolean':
      return <Switch {...props} label={label} disabled={isReadOnly} />;
    case 'select':
      return (
        <NativeSelect {...props} size="md" disabled={isReadOnly}>
          <option value="">–</option>
          {field.options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </NativeSelect>
      );
    case 'tags':
      if (field.options.length > 0) return <TagChoices field={field} form={form} />;
      return (
        <Textarea
          {...props}
          description={[field.hint, 'One on each line.'].filter(Boolean).join(' ')}
          rows={3}
          readOnly={isReadOnly}
        />
      );
    case 'multiline':
    case 'json':
      return (
        <Textarea
          {...props}
          rows={4}
          maxLength={maxLength}
          readOnly={isReadOnly}
          spellCheck={type === 'json' ? false : undefined}
          classNames={type === 'json' ? { input: styles.json } : undefined}
        />
      );
    default:
      return (
        <TextInput
          {...props}
          size="md"
          type={INPUT_TYPES[type] ?? 'text'}
          inputMode={type === 'number' || type === 'integer' ? 'decimal' : undefined}
          maxLength={maxLength}
          readOnly={isReadOnly}
        />
      );
  }
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
