import { describe, expect, it } from 'vitest';
import {
  dataOf,
  fieldAt,
  fieldsOf,
  type JsonObject,
  labelFrom,
  type SchemaField,
  type SchemaValues,
  valuesOf,
} from './schema-fields.ts';

const schemaOf = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  ...more,
});

const fieldFor = (property: JsonObject, value?: JsonObject[string]): SchemaField => {
  const [field] = fieldsOf(schemaOf({ it: property }), value === undefined ? {} : { it: value });
  if (!field) throw new Error('no field was drawn');
  return field;
};

describe('labelFrom', () => {
  it.each([
    ['firstName', 'First name'],
    ['first_name', 'First name'],
    ['shoe-size', 'Shoe size'],
    ['taxID', 'Tax ID'],
    ['line2Text', 'Line2 text'],
    ['_', '_'],
  ])('%s: %s', (key, label) => expect(labelFrom(key)).toBe(label));
});

describe('fieldsOf', () => {
  it.each<[string, JsonObject]>([
    ['text', { type: 'string' }],
    ['text', { type: 'string', format: 'phone' }],
    ['multiline', { type: 'string', 'x-multiline': true }],
    ['multiline', { type: 'string', maxLength: 2000 }],
    ['number', { type: 'number' }],
    ['integer', { type: 'integer' }],
    ['boolean', { type: 'boolean' }],
    ['date', { type: 'string', format: 'date' }],
    ['email', { type: 'string', format: 'email' }],
    ['url', { type: 'string', format: 'uri' }],
    ['url', { type: 'string', format: 'iri' }],
    ['text', { type: 'string', format: 'idn-email' }],
    ['select', { type: 'string', enum: ['a', 'b'] }],
    ['select', { enum: [1, 2] }],
    ['select', { const: 'a' }],
    ['tags', { type: 'array', items: { type: 'string' } }],
    ['json', { type: 'array', items: { type: 'number' } }],
    ['json', { type: 'object' }],
    ['json', { enum: [{ a: 1 }] }],
    ['json', { anyOf: [{ type: 'string' }, { type: 'number' }] }],
    ['json', { type: ['string', 'number'] }],
    ['json', {}],
  ])('%s for %j', (type, property) => expect(fieldFor(property).type).toBe(type));

  it('says what is needed, what it is called and what helps', () => {
    const schema = schemaOf(
      { club: { type: 'string', title: 'Your club', description: 'As on the card.', maxLength: 40 } },
      { required: ['club'] },
    );
    expect(fieldsOf(schema)).toEqual([
      {
        path: 'club',
        name: 'data/club',
        label: 'Your club',
        groups: [],
        type: 'text',
        isRequired: true,
        isReadOnly: false,
        isNullable: false,
        options: [],
        hint: 'As on the card.',
        maxLength: 40,
        initial: undefined,
      },
    ]);
  });

  it('goes into objects, by their path, and asks for nothing in one that may be missing', () => {
    const address = schemaOf({ town: { type: 'string' } }, { required: ['town'], title: 'Home' });
    const [optional] = fieldsOf(schemaOf({ address }));
    expect(optional).toMatchObject({ path: 'address.town', groups: ['Home'], isRequired: false });
    const [needed] = fieldsOf(schemaOf({ address }, { required: ['address'] }));
    expect(needed?.isRequired).toBe(true);
  });

  it('follows references into $defs', () => {
    const schema = schemaOf(
      { size: { $ref: '#/$defs/size', title: 'Shoes' }, lost: { $ref: '#/$defs/none' } },
      { $defs: { size: { type: 'integer', title: 'Size' } } },
    );
    expect(fieldsOf(schema).map(({ label, type }) => [label, type])).toEqual([
      ['Shoes', 'integer'],
      ['Lost', 'json'],
    ]);
  });

  it('comes to an end with a schema that goes round in circles', () => {
    const definitions = { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } };
    const nested: JsonObject = { type: 'object', properties: { child: { $ref: '#/$defs/c' } } };
    const schema = schemaOf(
      { it: { $ref: '#/$defs/a' }, tree: { $ref: '#/$defs/c' } },
      { $defs: { ...definitions, c: nested } },
    );
    expect(fieldsOf(schema).map(({ path, type }) => [path, type])).toEqual([
      ['it', 'json'],
      ['tree.child.child.child', 'json'],
    ]);
  });

  it.each<[JsonObject]>([
    [{ type: ['string', 'null'] }],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }],
    [{ type: ['string', 'null'], format: 'date' }],
  ])('knows what may be null: %j', (property) => expect(fieldFor(property).isNullable).toBe(true));

  it('takes several lines for a text that has them, and JSON for what is not what it should be', () => {
    expect(fieldFor({ type: 'string' }, 'one\ntwo').type).toBe('multiline');
    expect(fieldFor({ type: 'array', items: { type: 'string' } }, ['one\ntwo']).type).toBe('json');
    expect(fieldFor(schemaOf({ town: { type: 'string' } }), 'Wells').path).toBe('it');
  });

  it('leaves __proto__ alone', () => {
    const schema = JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}');
    expect(fieldsOf(schema)).toEqual([]);
  });
});

const everything = schemaOf(
  {
    name: { type: 'string' },
    notes: { type: 'string', 'x-multiline': true },
    size: { type: 'number' },
    vegan: { type: 'boolean' },
    team: { enum: ['red', 7, null] },
    likes: { type: 'array', items: { type: 'string' } },
    address: schemaOf({ town: { type: 'string' } }),
    raw: {},
  },
  { required: ['vegan'] },
);

describe('there and back', () => {
  it.each<[JsonObject]>([
    [{}],
    [{ vegan: true }],
    [
      {
        name: ' spaced ',
        notes: 'a\n',
        size: 4.5,
        vegan: false,
        team: 7,
        likes: ['a, b', ''],
        address: { town: 'Wells', county: 'kept' },
        raw: [1, { two: null }],
        unknown: 'kept',
      },
    ],
    [{ name: 3, size: 'large', vegan: 'yes', likes: 'tea', address: null, raw: null, team: null }],
  ])('%j comes back as it came', (data) => {
    const fields = fieldsOf({ ...everything, required: [] }, data);
    expect(dataOf(fields, valuesOf(fields, data), data)).toEqual(data);
  });

  const fields = fieldsOf(everything);
  const filled = (values: Record<string, string | boolean>): SchemaValues => ({
    ...valuesOf(fields, {}),
    ...Object.fromEntries(Object.entries(values).map(([path, value]) => [`data/${path}`, value])),
  });

  it('makes data of what was filled in', () => {
    const values = filled({
      name: ' Ada ',
      notes: 'a\nb\n',
      size: '44',
      vegan: true,
      team: '7',
      likes: 'tea\n\n cake ',
      'address/town': 'Wells',
      raw: '{"a":[1]}',
    });
    expect(dataOf(fields, values)).toEqual({
      name: 'Ada',
      notes: 'a\nb\n',
      size: 44,
      vegan: true,
      team: 7,
      likes: ['tea', 'cake'],
      address: { town: 'Wells' },
      raw: { a: [1] },
    });
  });

  it('takes out what was emptied, and says no to a switch that has to say something', () => {
    const before = {
      name: 'Ada',
      size: 4,
      vegan: true,
      likes: ['tea'],
      address: { town: 'Wells', county: 'x' },
    };
    expect(dataOf(fields, filled({}), before)).toEqual({ vegan: false, address: { county: 'x' } });
    expect(dataOf(fields, filled({}))).toEqual({ vegan: false });
  });

  it('has null where a field may be it', () => {
    const nullable = fieldsOf(schemaOf({ it: { type: ['string', 'null'] } }, { required: ['it'] }));
    expect(dataOf(nullable, { 'data/it': '' }, {})).toEqual({ it: null });
    expect(dataOf(nullable, { 'data/it': '' }, { it: 'x' })).toEqual({ it: null });
  });

  it('starts with the defaults of the schema, and keeps them, where there is no data yet', () => {
    const defaults = fieldsOf(schemaOf({ it: { type: 'string', default: 'red' } }));
    expect(valuesOf(defaults)).toEqual({ 'data/it': 'red' });
    expect(dataOf(defaults, valuesOf(defaults))).toEqual({ it: 'red' });
    expect(valuesOf(defaults, {})).toEqual({ 'data/it': '' });
  });

  it('leaves what it cannot read to the service', () => {
    expect(dataOf(fields, filled({ size: 'large', raw: '{' }))).toEqual({
      size: 'large',
      raw: '{',
      vegan: false,
    });
  });
});

describe('fieldAt', () => {
  const fields = fieldsOf(
    schemaOf({
      name: { type: 'string' },
      nameAgain: { type: 'string' },
      address: schemaOf({ town: { type: 'string' } }),
      likes: { type: 'array', items: { type: 'string' } },
    }),
  );
  it.each([
    ['data.name', 'name'],
    ['data.nameAgain', 'nameAgain'],
    ['data.address.town', 'address.town'],
    ['data.likes.2', 'likes'],
    ['data', undefined],
    ['personId', undefined],
  ])('%s: %s', (fault, path) => expect(fieldAt(fields, fault)?.path).toBe(path));
});
