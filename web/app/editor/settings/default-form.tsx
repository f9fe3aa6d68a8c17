/** The settings form of a plugin that has none of its own: one input for each field of its manifest. */
import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import type { FieldDefinition, Fields } from '../../plugins/contract.ts';
import { isSafeAddress } from '../../plugins/rich-text/addresses.ts';
import { ListField } from './list-field.tsx';
import { RichTextField } from './rich-text-field.tsx';
import styles from './settings.module.css';

interface DefaultFormProps {
  definitions: Record<string, FieldDefinition>;
  fields: Fields;
  onChange: (fields: Fields) => void;
  onValid?: (isValid: boolean) => void;
}

export function DefaultForm({ definitions, fields, onChange, onValid }: DefaultFormProps): ReactNode {
  const entries = Object.entries(definitions);
  const isValid = entries.every(([name, definition]) => faultOf(definition, fields[name]) === undefined);
  useEffect(() => onValid?.(isValid), [isValid, onValid]);
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
      return <RichTextField label={label} hint={hint} html={text} onChange={onChange} />;
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
      return <ListField definition={definition} value={value} onChange={onChange} />;
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

/** What is wrong with a value, in words; the server checks the same. */
export function faultOf(definition: FieldDefinition, value: unknown): string | undefined {
  if (definition.type === 'url' && typeof value === 'string' && !isSafeAddress(value)) {
    return 'This must be a web address or a path on this site.';
  }
  if (definition.type !== 'number' || typeof value !== 'number') return undefined;
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY, integer } = definition;
  if (integer && !Number.isInteger(value)) return 'This must be a whole number.';
  if (value < min || value > max) return `This must be between ${min} and ${max}.`;
  return undefined;
}
