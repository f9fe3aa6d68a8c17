import { type ReactNode, useId } from 'react';
import type { SchemaField } from '../../identity/schema-fields.ts';
import { Optional, useFault } from '../members/form.tsx';

interface SchemaInputProps {
  field: SchemaField;
  value: string | boolean;
}

const INPUT_TYPES: Partial<Record<SchemaField['type'], string>> = {
  date: 'date',
  email: 'email',
  url: 'url',
};

const labelOf = ({ groups, label }: SchemaField) => [...groups, label].join(': ');

/** One field of a schema as an input. */
export function SchemaInput({ field, value }: SchemaInputProps): ReactNode {
  const id = useId();
  const fault = useFault(`data.${field.path}`);
  // A box is left out by not ticking it, and nobody has to be told.
  const isOptional = !field.isRequired && !field.isReadOnly && field.type !== 'boolean';
  const hint = field.type === 'tags' && !field.hint ? 'One on each line.' : field.hint;
  const described = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ');
  const attributes = {
    id,
    name: field.name,
    disabled: field.isReadOnly,
    'aria-invalid': fault ? true : undefined,
    'aria-describedby': described || undefined,
  };
  return (
    <p className={field.type === 'boolean' ? 'pw-field pw-field-check' : 'pw-field'}>
      {field.type === 'boolean' && <input type="checkbox" {...attributes} defaultChecked={value === true} />}
      <label htmlFor={id}>
        {labelOf(field)}
        {isOptional && <Optional />}
      </label>
      {hint && (
        <span className="pw-form-hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {field.type !== 'boolean' && <Control field={field} text={String(value)} attributes={attributes} />}
      {fault && (
        <span className="pw-field-fault" id={`${id}-fault`}>
          {fault}
        </span>
      )}
    </p>
  );
}

interface ControlProps {
  field: SchemaField;
  text: string;
  attributes: object;
}

function Control({ field, text, attributes }: ControlProps): ReactNode {
  const { type, isRequired, maxLength, options } = field;
  const shared = { ...attributes, required: isRequired, defaultValue: text };
  switch (type) {
    case 'select':
      return (
        <select {...shared}>
          {(!isRequired || !text) && <option value="">–</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      );
    case 'multiline':
    case 'tags':
    case 'json':
      return <textarea {...shared} maxLength={maxLength} />;
    case 'number':
    case 'integer':
      return <input {...shared} type="number" step={type === 'integer' ? 1 : 'any'} />;
    default:
      return <input {...shared} type={INPUT_TYPES[type] ?? 'text'} maxLength={maxLength} />;
  }
}

const day = new Intl.DateTimeFormat('en-gb', { dateStyle: 'long', timeZone: 'UTC' });

function inWords(field: SchemaField, value: string | boolean): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  const date = field.type === 'date' ? new Date(`${value}T00:00Z`) : undefined;
  if (date && !Number.isNaN(date.getTime())) return day.format(date);
  if (field.type === 'tags') return value.split('\n').join(', ');
  return value || '–';
}

/** One field of a schema to read. */
export function FieldText({ field, value }: SchemaInputProps): ReactNode {
  return (
    <div>
      <dt>{labelOf(field)}</dt>
      <dd>{inWords(field, value)}</dd>
    </div>
  );
}
