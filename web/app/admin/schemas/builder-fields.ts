/**
 * A JSON Schema as the builder shows it, and the way back. The builder knows an object's properties of
 * some plain types; everything else in a schema, in a property it shows and in one that it cannot show,
 * is carried along as it came.
 */
import { t } from '@lingui/core/macro';
import type { Json, JsonObject } from '../../api/schemas.ts';
import { kindOf } from '../../identity/schema-fields.ts';
import { KINDS } from '../../identity/schema-kinds.ts';
import type { SchemaFieldType } from '../../identity/schema-types.ts';

/** What the builder can make of a property; `other` is one that it only carries along. */
export type BuilderType = Exclude<SchemaFieldType, 'json'> | 'other';

export interface BuilderField {
  /** For the screen alone: keys change while they are typed. */
  id: string;
  key: string;
  /** The key that it came with; undefined for one that is new. */
  cameAs: string | undefined;
  label: string;
  type: BuilderType;
  isRequired: boolean;
  /** Of a choice, one for each line. */
  options: string[];
  hint: string;
  /** The property as it came; empty for one that is new. */
  source: Json;
}

export const TYPE_LABELS: Record<Exclude<BuilderType, 'other'>, string> = {
  text: t`Text, one line`,
  multiline: t`Text, several lines`,
  number: t`Number`,
  integer: t`Whole number`,
  boolean: t`Yes or no`,
  select: t`Choice`,
  date: t`Date`,
  email: t`Email address`,
  url: t`Web address`,
  tags: t`List of words`,
};

/** What says which type a property is of, and goes when it becomes one of another. */
const TYPE_KEYWORDS = ['type', 'format', 'enum', 'items', 'x-multiline'];

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: Json | undefined) => (typeof value === 'string' ? value : '');

/** Whether nothing in a property is more than its kind can show: what it refers to, what a list's items have to be. */
function isPlain(property: JsonObject): boolean {
  if ('$ref' in property || 'const' in property) return false;
  const { enum: options, items, type } = property;
  if (options !== undefined)
    return type === 'string' && Array.isArray(options) && options.every((one) => typeof one === 'string');
  return type !== 'array' || (isObject(items) && typeOf(items) === 'text');
}

export function typeOf(property: Json): BuilderType {
  if (!isObject(property) || !isPlain(property)) return 'other';
  const kind = kindOf(property);
  return kind === 'json' ? 'other' : kind;
}

let lastId = 0;

const newId = () => {
  lastId += 1;
  return `field-${lastId}`;
};

export function newField(type: BuilderType = 'text'): BuilderField {
  return {
    id: newId(),
    key: '',
    cameAs: undefined,
    label: '',
    type,
    isRequired: false,
    options: [],
    hint: '',
    source: {},
  };
}

const namesIn = (value: Json | undefined) =>
  Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];

/** The properties of a schema, in their order. */
export function readFields(schema: JsonObject): BuilderField[] {
  const required = new Set(namesIn(schema.required));
  const properties = isObject(schema.properties) ? schema.properties : {};
  return Object.entries(properties).map(([key, source]) => {
    const property = isObject(source) ? source : {};
    const type = typeOf(source);
    return {
      id: newId(),
      key,
      cameAs: key,
      label: textOf(property.title),
      type,
      isRequired: required.has(key),
      options: type === 'select' ? namesIn(property.enum) : [],
      hint: textOf(property.description),
      source,
    };
  });
}

/** `object` with `name` set to `value`, or without it where that says nothing. */
function withText(object: JsonObject, name: string, value: string): JsonObject {
  const { [name]: before, ...rest } = object;
  if (value) return { ...object, [name]: value };
  // Something else under the name was not ours to show, so it is not ours to drop.
  return before === undefined || typeof before === 'string' ? rest : object;
}

function propertyOf(field: BuilderField): Json {
  if (!isObject(field.source)) return field.source;
  let property = field.source;
  if (field.type !== 'other' && typeOf(field.source) !== field.type) {
    const kept = Object.entries(property).filter(([keyword]) => !TYPE_KEYWORDS.includes(keyword));
    property = { ...KINDS[field.type].written, ...Object.fromEntries(kept) };
  }
  if (field.type === 'select') property = { ...property, enum: optionsOf(field) };
  return withText(withText(property, 'title', field.label.trim()), 'description', field.hint.trim());
}

/** The choices that count: without blank lines, each once. */
export function optionsOf({ options }: BuilderField): string[] {
  return [...new Set(options.map((option) => option.trim()).filter(Boolean))];
}

/** `schema` with these properties, in this order. What was required of names that it does not list stays. */
export function writeFields(schema: JsonObject, fields: BuilderField[]): JsonObject {
  const listed = new Set(Object.keys(isObject(schema.properties) ? schema.properties : {}));
  const elsewhere = namesIn(schema.required).filter((name) => !listed.has(name));
  const required = [...fields.filter(({ isRequired }) => isRequired).map(({ key }) => key), ...elsewhere];
  const { required: _, ...rest } = schema;
  return {
    ...rest,
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.key, propertyOf(field)])),
    ...(required.length > 0 && { required }),
  };
}

/** Letters, digits, hyphens and underscores; dots would read as a path. */
const KEY = /^[A-Za-z_][A-Za-z0-9_-]{0,59}$/;

/** What is wrong with a field, by the name of the input that shows it. */
export type FieldFaults = Partial<Record<'label' | 'key' | 'options', string>>;

/** Faults by the field's id; only what the screen can mend: keys that came with the schema may be anything. */
export function faultsOf(fields: BuilderField[]): Record<string, FieldFaults> {
  const counts = new Map<string, number>();
  for (const { key } of fields) counts.set(key, (counts.get(key) ?? 0) + 1);
  const faults: Record<string, FieldFaults> = {};
  for (const field of fields) {
    const found: FieldFaults = {};
    if (!field.key) found.key = t`Enter a key.`;
    else if ((counts.get(field.key) ?? 0) > 1) found.key = t`Another field has this key.`;
    else if (field.key !== field.cameAs && !KEY.test(field.key))
      found.key = t`Use letters, digits, hyphens and underscores, beginning with a letter.`;
    if (!field.label.trim() && field.cameAs === undefined) found.label = t`Enter a label.`;
    if (field.type === 'select' && optionsOf(field).length === 0)
      found.options = t`Enter at least one choice.`;
    if (Object.keys(found).length > 0) faults[field.id] = found;
  }
  return faults;
}

/** `fields` with the one at `from` at `to`; as it was where that is no place. */
export function moveField(fields: BuilderField[], from: number, to: number): BuilderField[] {
  const moved = fields[from];
  if (!moved || to < 0 || to >= fields.length) return fields;
  return fields.toSpliced(from, 1).toSpliced(to, 0, moved);
}

/** Reads JSON that is typed by hand: an object, or why it is none. */
export function parseSchema(text: string): { schema: JsonObject } | { fault: string } {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? { schema: value } : { fault: t`A schema is an object, written between braces.` };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : t`This is not valid JSON.` };
  }
}
