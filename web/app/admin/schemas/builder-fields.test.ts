import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../api/schemas.ts';
import { fieldsOf } from '../../identity/schema-fields.ts';
import { definitionOf, KINDS } from '../../identity/schema-kinds.ts';
import { keyFrom } from '../key-from.ts';
import {
  type BuilderField,
  type BuilderType,
  faultsOf,
  moveField,
  newField,
  parseSchema,
  readFields,
  TYPE_LABELS,
  typeOf,
  writeFields,
} from './builder-fields.ts';

/** With much that the builder does not know, in every place. */
const strange: JsonObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $defs: { size: { type: 'integer', minimum: 1 } },
  type: 'object',
  additionalProperties: false,
  properties: {
    zip: {
      type: 'string',
      title: 'Postcode',
      pattern: '^[A-Z]',
      maxLength: 10,
      'x-own': [1, { deep: true }],
    },
    size: { $ref: '#/$defs/size' },
    any: true,
    address: { type: 'object', title: 'Home', properties: { town: { type: 'string' } }, required: ['town'] },
    level: { enum: [1, 2, null], description: 'How far.' },
    phone: { type: 'string', format: 'phone' },
    two: { anyOf: [{ type: 'string' }, { type: 'number' }], title: { odd: true } },
    amount: { type: 'number', multipleOf: 0.5, default: 1 },
    likes: { type: 'array', items: { type: 'string', maxLength: 20 }, uniqueItems: true },
  },
  required: ['zip', 'elsewhere'],
  dependentRequired: { zip: ['address'] },
  examples: [{}],
};

const only = (property: Json): BuilderField =>
  readFields({ properties: { it: property } })[0] as BuilderField;

/** The property that a field becomes after a change. */
const changed = (property: Json, changes: Partial<BuilderField>) => {
  const schema = { type: 'object', properties: { it: property } };
  const [field] = readFields(schema);
  const written = writeFields(schema, [{ ...(field as BuilderField), ...changes }]);
  return (written.properties as JsonObject)[changes.key ?? 'it'];
};

describe('typeOf', () => {
  it.each<[BuilderType, Json]>([
    ['text', { type: 'string' }],
    ['text', { type: 'string', format: 'phone', pattern: '^0' }],
    ['text', { type: 'string', format: 'toString' }],
    ['multiline', { type: 'string', 'x-multiline': true }],
    ['multiline', { type: 'string', maxLength: 2000 }],
    ['date', { type: 'string', format: 'date' }],
    ['email', { type: 'string', format: 'email' }],
    ['url', { type: 'string', format: 'uri' }],
    ['url', { type: 'string', format: 'iri' }],
    ['text', { type: 'string', format: 'idn-email' }],
    ['number', { type: 'number' }],
    ['integer', { type: 'integer', minimum: 0 }],
    ['boolean', { type: 'boolean' }],
    ['select', { type: 'string', enum: ['a'] }],
    ['tags', { type: 'array', items: { type: 'string' } }],
    ['other', { type: 'array', items: { type: 'string', enum: ['a'] } }],
    ['other', { type: 'array' }],
    ['other', { type: 'integer', enum: [1] }],
    ['other', { type: 'string', enum: [1] }],
    ['other', { type: 'string', const: 'a' }],
    ['other', { type: ['string', 'null'] }],
    ['other', { type: 'string', allOf: [] }],
    ['other', { type: 'object' }],
    ['other', {}],
    ['other', true],
    ['other', null],
  ])('%s for %j', (type, property) => expect(typeOf(property)).toBe(type));

  it.each(Object.keys(TYPE_LABELS) as (keyof typeof TYPE_LABELS)[])(
    '%s is what forms make of what the builder writes for it',
    (type) => {
      const field = { ...newField(type), key: 'it', label: 'It', options: ['a'] };
      const schema = writeFields({}, [field]);
      expect(fieldsOf(schema)).toMatchObject([{ path: 'it', label: 'It', type }]);
      expect(readFields(schema)).toMatchObject([{ key: 'it', label: 'It', type }]);
    },
  );
});

describe('what makes a property one of a kind', () => {
  const asked: Record<keyof typeof TYPE_LABELS, object> = {
    text: { type: 'text' },
    multiline: { type: 'text', multiline: true },
    number: { type: 'number', integer: false },
    integer: { type: 'number', integer: true },
    boolean: { type: 'switch' },
    select: { type: 'choice' },
    date: { type: 'date' },
    email: { type: 'email' },
    url: { type: 'text', mode: 'url' },
    tags: { type: 'text', multiline: true },
  };

  it.each(Object.keys(asked) as (keyof typeof asked)[])('says %s to the builder and to forms', (kind) => {
    const { written } = KINDS[kind];
    const property = kind === 'select' ? { ...written, enum: ['a'] } : written;
    const [field] = fieldsOf({ properties: { it: property } });
    if (!field) throw new Error('no field was drawn');
    expect([typeOf(property), field.type]).toEqual([kind, kind]);
    expect(definitionOf(field)).toMatchObject(asked[kind]);
  });
});

describe('a schema that was only looked at', () => {
  it('comes back as it came, in its order', () => {
    const written = writeFields(strange, readFields(strange));
    expect(written).toEqual(strange);
    expect(Object.keys(written.properties as JsonObject)).toEqual(
      Object.keys(strange.properties as JsonObject),
    );
  });

  it.each<[JsonObject]>([
    [{ type: 'object', properties: {} }],
    [{ type: 'object' }],
    [{ type: 'object', properties: 7 }],
  ])('is an object of its own fields: %j', (schema) =>
    expect(writeFields(schema, readFields(schema))).toEqual({ type: 'object', properties: {} }),
  );
});

describe('a change', () => {
  it('of words leaves everything else', () => {
    const property = { type: 'string', pattern: '^a', title: 'Old', 'x-own': 1 };
    expect(changed(property, { label: ' New ', hint: 'Help.' })).toEqual({
      ...property,
      title: 'New',
      description: 'Help.',
    });
    expect(changed(property, { label: '' })).toEqual({ type: 'string', pattern: '^a', 'x-own': 1 });
  });

  it('of words works where the kind is not known', () => {
    expect(changed({ anyOf: [{}] }, { label: 'Either' })).toEqual({ anyOf: [{}], title: 'Either' });
    expect(changed(true, { label: 'Any' })).toBe(true);
  });

  it('of the kind takes away what said the old one, and no more', () => {
    const property = { type: 'string', enum: ['a'], title: 'Letter', 'x-own': 1 };
    expect(changed(property, { type: 'integer' })).toEqual({ type: 'integer', title: 'Letter', 'x-own': 1 });
    expect(changed({ type: 'array', items: { type: 'string' } }, { type: 'date' })).toEqual({
      type: 'string',
      format: 'date',
    });
  });

  it('to a choice and back to the same kind keeps what was said of it', () => {
    const property = { type: 'array', items: { type: 'string', maxLength: 9 } };
    expect(changed(property, { type: 'tags' })).toEqual(property);
  });

  it('of choices takes them once each, without blank lines', () => {
    expect(changed({ type: 'string', enum: ['a'] }, { options: [' a', '', 'b ', 'a'] })).toEqual({
      type: 'string',
      enum: ['a', 'b'],
    });
  });

  it('of a key takes along that it is required, and leaves names that belong to no field', () => {
    const fields = readFields(strange).map((field) =>
      field.key === 'zip' ? { ...field, key: 'post' } : field,
    );
    expect(writeFields(strange, fields).required).toEqual(['post', 'elsewhere']);
  });

  it('that takes a field out takes its name from what is required', () => {
    const schema = { type: 'object', properties: { a: {}, b: {} }, required: ['a'] };
    const written = writeFields(schema, readFields(schema).slice(1));
    expect(written).toEqual({ type: 'object', properties: { b: {} } });
  });
});

it('moveField puts one elsewhere, and nothing where there is no place', () => {
  const fields = ['a', 'b', 'c'].map((key) => ({ ...newField(), key }));
  const keys = (moved: BuilderField[]) => moved.map(({ key }) => key).join('');
  expect(keys(moveField(fields, 0, 1))).toBe('bac');
  expect(keys(moveField(fields, 2, 0))).toBe('cab');
  expect(moveField(fields, 0, -1)).toBe(fields);
  expect(moveField(fields, 2, 3)).toBe(fields);
  expect(moveField(fields, 3, 0)).toBe(fields);
});

it.each([
  ['First name', 'firstName'],
  ['  Größe (cm) ', 'groECm'],
  ['E-mail', 'eMail'],
  ['2nd choice', 'n2ndChoice'],
  ['名前', ''],
])('keyFrom(%s) is %s', (label, key) => expect(keyFrom(label)).toBe(key));

describe('faultsOf', () => {
  const field = (changes: Partial<BuilderField>) => ({ ...newField(), key: 'it', label: 'It', ...changes });
  it.each<[string, Partial<BuilderField>, Record<string, unknown>]>([
    ['nothing', {}, {}],
    ['no label', { label: ' ' }, { label: expect.any(String) }],
    ['no key', { key: '' }, { key: 'Enter a key.' }],
    ['a key with a dot', { key: 'a.b' }, { key: expect.stringContaining('letters') }],
    ['a key that looks like a number', { key: '7' }, { key: expect.stringContaining('letters') }],
    ['no choice', { type: 'select', options: [' '] }, { options: 'Enter at least one choice.' }],
  ])('%s', (_, changes, expected) => {
    const one = field(changes);
    expect(faultsOf([one])[one.id] ?? {}).toEqual(expected);
  });

  it('two fields of one key', () => {
    const fields = [field({}), field({})];
    expect(Object.values(faultsOf(fields))).toEqual(
      Array.from({ length: 2 }, () => ({ key: 'Another field has this key.' })),
    );
  });

  it('nothing of what came so and was left so', () => {
    const schema = { properties: { '7.a': { type: 'string' } } };
    expect(faultsOf(readFields(schema))).toEqual({});
  });
});

it.each([
  ['{"a":1}', { schema: { a: 1 } }],
  ['[1]', { fault: 'A schema is an object, written between braces.' }],
  ['{', { fault: expect.any(String) }],
])('parseSchema(%s)', (text, expected) => expect(parseSchema(text)).toEqual(expected));

it('a property that came is known by its key, not by its label', () => {
  expect(only({ type: 'string' })).toMatchObject({ key: 'it', label: '', isRequired: false });
});
