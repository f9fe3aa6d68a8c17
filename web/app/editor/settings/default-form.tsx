/**
 * The settings form of a plugin that has none of its own: one input for each field of its manifest, with what is wrong
 * with it below.
 */
import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { FieldDefinition, Fields } from '../../plugins/contract.ts';
import { faultsIn } from '../../plugins/field-faults.ts';
import { ListField } from './list-field.tsx';
import { RichTextField } from './rich-text-field.tsx';
import styles from './settings.module.css';

interface DefaultFormProps {
  definitions: Record<string, FieldDefinition>;
  fields: Fields;
  onChange: (fields: Fields) => void;
}

export function DefaultForm({ definitions, fields, onChange }: DefaultFormProps): ReactNode {
  const entries = Object.entries(definitions);
  return (
    <div className={styles.form}>
      {entries.length === 0 && <p>There is nothing to set here.</p>}
      {entries.map(([name, definition]) => (
        <Field
          key={name}
          definition={definition}
          value={fields[name]}
          onChange={(value) => onChange({ ...fields, [name]: value })}
        />
      ))}
    </div>
  );
}

interface FieldProps {
  definition: FieldDefinition;
  value: unknown;
  onChange: (value: unknown) => void;
}

function Field({ definition, value, onChange }: FieldProps): ReactNode {
  const { label, hint } = definition;
  const text = typeof value === 'string' ? value : '';
  const shared = { label, description: hint, error: faultOf(definition, value) };
  switch (definition.type) {
    case 'text':
      return definition.multiline ? (
        <Textarea
          {...shared}
          autosize
          minRows={3}
          maxRows={12}
          maxLength={definition.maxLength}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      ) : (
        <TextInput
          {...shared}
          maxLength={definition.maxLength}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'richText':
      return <RichTextField label={label} hint={hint} error={shared.error} html={text} onChange={onChange} />;
    case 'boolean':
      return (
        <Switch
          label={label}
          description={hint}
          checked={(value ?? definition.default) === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case 'number':
      return <NumberField definition={definition} value={value} onChange={onChange} />;
    case 'select':
      return (
        <NativeSelect
          {...shared}
          data={definition.options}
          value={text || (definition.default ?? '')}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'url':
      return (
        <TextInput
          {...shared}
          inputMode="url"
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'list':
      return <ListField definition={definition} error={shared.error} value={value} onChange={onChange} />;
  }
}

function NumberField({
  definition,
  value,
  onChange,
}: FieldProps & { definition: Extract<FieldDefinition, { type: 'number' }> }): ReactNode {
  const { label, hint, min, max, integer } = definition;
  return (
    <TextInput
      type="number"
      label={label}
      description={hint}
      error={faultOf(definition, value)}
      min={min}
      max={max}
      step={integer ? 1 : 'any'}
      value={typeof value === 'number' ? value : ''}
      onChange={(event) => {
        const { valueAsNumber } = event.currentTarget;
        onChange(Number.isFinite(valueAsNumber) ? valueAsNumber : undefined);
      }}
    />
  );
}

/** What is wrong with a value itself, in words; items of a list say so at their own inputs. */
function faultOf(definition: FieldDefinition, value: unknown): string | undefined {
  return faultsIn(definition, value).find(({ path }) => path.length === 0)?.detail;
}
