import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useSpeech } from '#words/react.tsx';
import { inWords, type Speech } from '../../fields/format.ts';
import { htmlControlOf } from '../../fields/html.ts';
import type { SchemaField } from '../../identity/schema-fields.ts';
import { definitionOf } from '../../identity/schema-kinds.ts';
import { FieldFrame } from '../members/field-frame.tsx';
import { useMemberFormats } from '../members/formats.ts';

interface SchemaInputProps {
  field: SchemaField;
  value: string | boolean;
}

export const labelOf = ({ groups, label }: SchemaField) => [...groups, label].join(': ');

/** One field of a schema as an input. */
export function SchemaInput({ field, value }: SchemaInputProps): ReactNode {
  const { t } = useLingui();
  const { words } = useSpeech();
  const isCheck = field.type === 'boolean';
  return (
    <FieldFrame
      label={labelOf(field)}
      hint={field.type === 'tags' && !field.hint ? <span {...words}>{t`One per line.`}</span> : field.hint}
      field={`data.${field.path}`}
      // A box is left out by not ticking it, and nobody has to be told.
      isOptional={!field.isRequired && !field.isReadOnly && !isCheck}
      isCheck={isCheck}
    >
      {(ties) => {
        const attributes = { ...ties, name: field.name, disabled: field.isReadOnly };
        if (isCheck) return <input type="checkbox" {...attributes} defaultChecked={value === true} />;
        return <Control field={field} text={String(value)} attributes={attributes} />;
      }}
    </FieldFrame>
  );
}

interface ControlProps {
  field: SchemaField;
  text: string;
  attributes: object;
}

/**
 * Whether the browser's control takes a text as it is. Of one that it does not take, such as a word where the schema has
 * since come to ask for a date, it shows and sends nothing: the next save would remove it.
 */
function canHold(type: string | undefined, text: string): boolean {
  const control = document.createElement('input');
  control.type = type ?? 'text';
  control.value = text;
  return control.value === text;
}

function Control({ field, text, attributes }: ControlProps): ReactNode {
  const { isRequired, options } = field;
  const control = htmlControlOf(definitionOf(field));
  const shared = { ...attributes, ...control.attributes, required: isRequired, defaultValue: text };
  if (control.element === 'textarea') return <textarea {...shared} />;
  if (control.element === 'input') {
    const isHeld = canHold(control.attributes.type, text);
    return isHeld ? (
      <input {...shared} />
    ) : (
      <input {...shared} type="text" inputMode="text" step={undefined} />
    );
  }
  const isOffered = options.some(({ value }) => value === text);
  return (
    <select {...shared}>
      {(!isRequired || !text) && <option value="">–</option>}
      {/* Without it the browser would choose another one. */}
      {text && !isOffered && <option value={text}>{text}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

function wordsFor(field: SchemaField, value: string | boolean, speech: Speech): string {
  if (field.type === 'tags') return String(value).split('\n').join(', ') || '–';
  return inWords(definitionOf(field), value, speech);
}

/** A value of a field in words. */
export function FieldWords({ field, value }: SchemaInputProps): ReactNode {
  const { i18n } = useLingui();
  const formats = useMemberFormats();
  return wordsFor(field, value, { i18n, formats });
}

/** One field of a schema to read. */
export function FieldText(props: SchemaInputProps): ReactNode {
  return (
    <div>
      <dt>{labelOf(props.field)}</dt>
      <dd>
        <FieldWords {...props} />
      </dd>
    </div>
  );
}
