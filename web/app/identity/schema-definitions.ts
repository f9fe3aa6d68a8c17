/** The fields of a schema in the vocabulary of fields/. */
import type { FieldDefinition } from '../fields/types.ts';
import type { SchemaField } from './schema-types.ts';

/** How a form asks for a field of a schema; `said` are its label and hint where the form says more than the schema. */
export function definitionOf(
  field: SchemaField,
  said: { label: string; hint?: string } = { label: field.label, hint: field.hint || undefined },
): FieldDefinition {
  const { type, maxLength, options } = field;
  const shared = { label: said.label, hint: said.hint };
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
      return { type: 'text', multiline: true, ...shared };
    case 'multiline':
      return { type: 'text', multiline: true, maxLength, ...shared };
    case 'json':
      return { type: 'text', multiline: true, mode: 'code', ...shared };
    default:
      return { type: 'text', maxLength, ...shared };
  }
}
