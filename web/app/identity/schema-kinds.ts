/**
 * The kinds of fields that a JSON Schema can ask for. One table for the builder, which writes what makes a property one of a
 * kind, and for the forms of the admin and of members, which ask for its value in the vocabulary of fields/.
 */
import type { OfferedDefinition } from '../fields/types.ts';
import type { JsonObject, SchemaField, SchemaFieldType } from './schema-types.ts';

type Asked = (field: Pick<SchemaField, 'label' | 'hint' | 'maxLength' | 'options'>) => OfferedDefinition;

interface Kind {
  /** What makes a property one of it; what is edited as JSON can be anything. */
  written?: JsonObject;
  asked: Asked;
}

const shared = ({ label, hint }: { label: string; hint: string }) => ({ label, hint: hint || undefined });

export const KINDS = {
  text: {
    written: { type: 'string' },
    asked: (field) => ({ type: 'text', maxLength: field.maxLength, ...shared(field) }),
  },
  multiline: {
    written: { type: 'string', 'x-multiline': true },
    asked: (field) => ({ type: 'text', multiline: true, maxLength: field.maxLength, ...shared(field) }),
  },
  number: {
    written: { type: 'number' },
    asked: (field) => ({ type: 'number', integer: false, ...shared(field) }),
  },
  integer: {
    written: { type: 'integer' },
    asked: (field) => ({ type: 'number', integer: true, ...shared(field) }),
  },
  boolean: { written: { type: 'boolean' }, asked: (field) => ({ type: 'switch', ...shared(field) }) },
  select: {
    written: { type: 'string' },
    asked: (field) => ({
      type: 'choice',
      options: [{ value: '', label: '–' }, ...field.options],
      ...shared(field),
    }),
  },
  date: {
    written: { type: 'string', format: 'date' },
    asked: (field) => ({ type: 'date', ...shared(field) }),
  },
  email: {
    written: { type: 'string', format: 'email' },
    asked: (field) => ({ type: 'email', maxLength: field.maxLength, ...shared(field) }),
  },
  // A schema's `uri` may have any scheme, so it is judged as a text.
  url: {
    written: { type: 'string', format: 'uri' },
    asked: (field) => ({ type: 'text', mode: 'url', maxLength: field.maxLength, ...shared(field) }),
  },
  tags: {
    written: { type: 'array', items: { type: 'string' } },
    asked: (field) => ({ type: 'text', multiline: true, ...shared(field) }),
  },
  json: { asked: (field) => ({ type: 'text', multiline: true, mode: 'code', ...shared(field) }) },
} satisfies Record<SchemaFieldType, Kind>;

/**
 * The kinds of texts of these formats; one of another format is a text like any. `idn-email` is one of them: neither the
 * browser's control nor the registry takes an address in letters of its own.
 */
export const FORMATS: Readonly<Record<string, SchemaFieldType>> = {
  date: 'date',
  email: 'email',
  uri: 'url',
  iri: 'url',
};

/** How a form asks for a field of a schema; `said` are its label and hint where the form says more than the schema. */
export function definitionOf(
  field: SchemaField,
  said: { label: string; hint?: string } = field,
): OfferedDefinition {
  return KINDS[field.type].asked({ ...field, label: said.label, hint: said.hint ?? '' });
}
