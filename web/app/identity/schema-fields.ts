/**
 * A JSON Schema as the fields of a form, and the form's values as data again. Pure, and without loss: a
 * part of the data that no field shows, or whose field was left as it was, comes back as it came.
 */
import { FORMATS } from './schema-kinds.ts';
import type {
  Json,
  JsonObject,
  SchemaField,
  SchemaFieldType,
  SchemaOption,
  SchemaValues,
} from './schema-types.ts';

export type * from './schema-types.ts';

/** Deeper objects are edited as JSON; a form of them could not be read. */
const DEEPEST = 4;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: Json | undefined) => (typeof value === 'string' ? value : '');

const listOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);

/** `firstName`, `first_name` and `first-name` → "First name". */
export function labelFrom(key: string): string {
  const words = key
    .replace(/(\p{Ll}|\p{N})(?=\p{Lu})/gu, '$1 ')
    .split(/[\s_-]+/)
    .filter(Boolean);
  const plain = words.map((word) => (/^\p{Lu}{2,}$/u.test(word) ? word : word.toLowerCase())).join(' ');
  return plain.charAt(0).toUpperCase() + plain.slice(1) || key;
}

/** The schema that a `$ref` into `$defs` means, with what stands beside the reference on top. */
function resolved(schema: Json | undefined, root: JsonObject, depth = 0): JsonObject {
  if (!isObject(schema)) return {};
  const { $ref: reference, ...beside } = schema;
  if (typeof reference !== 'string') return schema;
  const name = /^#\/\$defs\/([^/]+)$/.exec(reference)?.[1];
  const definitions = root.$defs;
  const key = name?.replaceAll('~1', '/').replaceAll('~0', '~');
  if (!key || !isObject(definitions) || !Object.hasOwn(definitions, key) || depth > 20) return beside;
  return { ...resolved(definitions[key], root, depth + 1), ...beside };
}

/** `schema` without its null, and whether it had one: `["string", "null"]` or `anyOf` with a null. */
function withoutNull(schema: JsonObject, root: JsonObject): { schema: JsonObject; isNullable: boolean } {
  for (const keyword of ['anyOf', 'oneOf']) {
    const branches = listOf(schema[keyword]).map((branch) => resolved(branch, root));
    const [only, ...more] = branches.filter(({ type }) => type !== 'null');
    if (only && more.length === 0 && branches.length > 1) {
      const { [keyword]: _, ...beside } = schema;
      return { schema: { ...only, ...beside }, isNullable: true };
    }
  }
  const types = listOf(schema.type);
  const others = types.filter((type) => type !== 'null');
  const [only] = others;
  if (only === undefined || others.length > 1) return { schema, isNullable: false };
  const options = listOf(schema.enum).filter((option) => option !== null);
  const narrowed = { ...schema, type: only, ...(options.length > 0 && { enum: options }) };
  return { schema: narrowed, isNullable: types.length > 1 };
}

const COMBINING = ['allOf', 'anyOf', 'oneOf', 'not', 'if'];

const isScalar = (value: Json) => value === null || typeof value !== 'object';

/** What a choice may be, from `enum` or `const`; undefined where anything may. */
function choicesOf(schema: JsonObject): Json[] | undefined {
  if (schema.const !== undefined) return [schema.const];
  return Array.isArray(schema.enum) ? schema.enum : undefined;
}

function textTypeOf(schema: JsonObject, value: Json | undefined): SchemaFieldType {
  const isLong = typeof schema.maxLength === 'number' && schema.maxLength > 255;
  // A one-line input would drop the line breaks that are there.
  const isMultiline = schema['x-multiline'] === true || isLong || textOf(value).includes('\n');
  const format = textOf(schema.format);
  if (Object.hasOwn(FORMATS, format)) return FORMATS[format] ?? 'text';
  return isMultiline ? 'multiline' : 'text';
}

/** Of which kind a property is. `root`: where its references lead; `value`: what there is of it decides where the type cannot. */
export function kindOf(schema: JsonObject, root: JsonObject = schema, value?: Json): SchemaFieldType {
  if (COMBINING.some((keyword) => keyword in schema)) return 'json';
  const choices = choicesOf(schema);
  if (choices && schema.type !== 'boolean') return choices.every(isScalar) ? 'select' : 'json';
  switch (schema.type) {
    case 'string':
      return textTypeOf(schema, value);
    case 'number':
    case 'integer':
    case 'boolean':
      return schema.type;
    case 'array': {
      const items = resolved(schema.items, root);
      const isWords = items.type === 'string' && !COMBINING.some((keyword) => keyword in items);
      // One line is one word.
      const isPlain = listOf(value).every((item) => typeof item === 'string' && !item.includes('\n'));
      return isWords && isPlain ? 'tags' : 'json';
    }
    default:
      return 'json';
  }
}

const optionFrom = (data: Json): SchemaOption => ({ value: String(data), label: String(data), data });

function optionsOf(schema: JsonObject, type: SchemaFieldType, root: JsonObject): SchemaOption[] {
  const chosenFrom = type === 'tags' ? resolved(schema.items, root) : schema;
  return type === 'select' || type === 'tags' ? (choicesOf(chosenFrom) ?? []).map(optionFrom) : [];
}

interface Around {
  root: JsonObject;
  path: string[];
  groups: string[];
  /** The object in the data. */
  data: JsonObject;
}

function fieldFrom(key: string, property: JsonObject, isRequired: boolean, around: Around): SchemaField {
  const { schema, isNullable } = withoutNull(property, around.root);
  const type = kindOf(schema, around.root, around.data[key]);
  const path = [...around.path, key];
  return {
    path: path.join('.'),
    name: ['data', ...path].join('/'),
    label: textOf(schema.title) || labelFrom(key),
    groups: around.groups,
    type,
    isRequired,
    isReadOnly: schema.readOnly === true,
    isNullable,
    options: optionsOf(schema, type, around.root),
    hint: textOf(schema.description),
    maxLength: typeof schema.maxLength === 'number' && type !== 'tags' ? schema.maxLength : undefined,
    initial: schema.default,
  };
}

function fieldsWithin(schema: JsonObject, around: Around): SchemaField[] {
  const required = new Set(listOf(schema.required));
  const properties = isObject(schema.properties) ? schema.properties : {};
  return Object.entries(properties).flatMap(([key, given]) => {
    // As a key it would not be set but replace what the object is made of.
    if (key === '__proto__') return [];
    const property = resolved(given, around.root);
    const isGroup =
      property.type === 'object' &&
      isObject(property.properties) &&
      !COMBINING.some((keyword) => keyword in property) &&
      around.path.length < DEEPEST - 1;
    const inner = Object.hasOwn(around.data, key) ? around.data[key] : undefined;
    // What is no object although it should be is shown as it is.
    if (!isGroup || (inner !== undefined && !isObject(inner)))
      return [fieldFrom(key, property, required.has(key), around)];
    const fields = fieldsWithin(property, {
      root: around.root,
      path: [...around.path, key],
      groups: [...around.groups, textOf(property.title) || labelFrom(key)],
      data: inner ?? {},
    });
    // An address that may be missing does not ask for its town.
    const isOptional = !required.has(key);
    return isOptional ? fields.map((field) => ({ ...field, isRequired: false })) : fields;
  });
}

/** The fields of a form for `schema`, in its order. `data` (what there is) decides where a type alone cannot. */
export function fieldsOf(schema: JsonObject, data: JsonObject = {}): SchemaField[] {
  return fieldsWithin(schema, { root: schema, path: [], groups: [], data });
}

function read(data: JsonObject | undefined, path: string): Json | undefined {
  let found: Json | undefined = data;
  for (const key of path.split('.')) {
    found = isObject(found) && Object.hasOwn(found, key) ? found[key] : undefined;
  }
  return found;
}

function shown({ type }: SchemaField, value: Json | undefined): string | boolean {
  if (type === 'boolean') return value === true;
  if (value === undefined) return '';
  if (type === 'json') return JSON.stringify(value, null, 2);
  if (value === null) return '';
  if (type === 'tags' && Array.isArray(value)) return value.join('\n');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** What a form starts with: the data, or where there is none at all, what the schema names as default. */
export function valuesOf(fields: SchemaField[], data?: JsonObject): SchemaValues {
  return Object.fromEntries(
    fields.map((field) => [field.name, shown(field, data ? read(data, field.path) : field.initial)]),
  );
}

/** The data that a field's value in a form stands for; undefined for a value that is none. */
export function parsed(field: SchemaField, value: string | boolean): Json | undefined {
  if (typeof value === 'boolean') return value || field.isRequired ? value : undefined;
  const text = value.trim();
  switch (field.type) {
    case 'tags': {
      const tags = text.split('\n').map((line) => line.trim());
      const found = tags.filter(Boolean);
      return found.length > 0 || field.isRequired ? found : undefined;
    }
    case 'select':
      return field.options.find((option) => option.value === value)?.data ?? (value || undefined);
    case 'number':
    case 'integer':
      // What is no number goes as it is: the service says what is wrong with it.
      return text === '' || !Number.isFinite(Number(text)) ? text || undefined : Number(text);
    case 'json':
      try {
        return text ? (JSON.parse(text) as Json) : undefined;
      } catch {
        return value;
      }
    default:
      return (field.type === 'multiline' ? value : text) || undefined;
  }
}

function changed(data: JsonObject, path: string[], value: Json | undefined): JsonObject {
  const [key = '', ...rest] = path;
  const { [key]: before, ...others } = data;
  if (rest.length === 0) return value === undefined ? others : { ...data, [key]: value };
  const inner = changed(isObject(before) ? before : {}, rest, value);
  // An object that nothing was in and nothing is in now is not made.
  return before === undefined && Object.keys(inner).length === 0 ? data : { ...data, [key]: inner };
}

/** The data that the form's values make of `before`. */
export function dataOf(fields: SchemaField[], values: SchemaValues, before: JsonObject = {}): JsonObject {
  return fields.reduce((data, field) => {
    const value = values[field.name] ?? '';
    const held = read(before, field.path);
    const isMissing = held === undefined && field.isRequired;
    if (value === shown(field, held) && !isMissing) return data;
    const next =
      parsed(field, value) ?? (field.isNullable && (isMissing || held !== undefined) ? null : undefined);
    return changed(data, field.path.split('.'), next);
  }, before);
}

/** The field that a fault of the service is about: `data.address.town`, `data.tags.2`. */
export function fieldAt(fields: SchemaField[], faultPath: string): SchemaField | undefined {
  const path = faultPath.replace(/^data(?:\.|$)/, '');
  return fields.find((field) => path === field.path || path.startsWith(`${field.path}.`));
}
