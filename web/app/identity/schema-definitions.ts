/** The fields of a schema in the vocabulary of fields/. */
import type { FieldDefinition } from '../fields/types.ts';
import type { SchemaField } from './schema-types.ts';

/** How a form asks for a field of a schema. Optional fields say so, for most are not. */
export function definitionOf(field: SchemaField): FieldDefinition {
  const { isRequired, type, maxLength, options } = field;
  const isSwitch = type === 'boolean';
  const label = isRequired || isSwitch ? field.label : `${field.label} (optional)`;
  const shared = { label, hint: field.hint || undefined };
  switch (type) {
    case 'boolean':
      return { type: 'switch', ...shared };
    case 'number':
    case 'integer':
      return { type: 'number', integer: type === 'integer', ...shared };
    case 'select':
      return { type: 'choice', options: [{ value: '', label: '–' }, ...options], ...shared };
    case 'date':
      return { type: 'date', ...shared };
    case 'email':
    case 'url':
      return { type: 'text', maxLength, ...shared, mode: type };
    case 'tags':
      return {
        type: 'text',
        multiline: true,
        ...shared,
        hint: [field.hint, 'One on each line.'].filter(Boolean).join(' '),
      };
    case 'multiline':
      return { type: 'text', multiline: true, maxLength, ...shared };
    case 'json':
      return { type: 'text', multiline: true, mode: 'code', ...shared };
    default:
      return { type: 'text', maxLength, ...shared };
  }
}
