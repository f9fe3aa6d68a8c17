/**
 * A plain resource is one declaration: its columns, its fields and the calls that are generated for it. The queries, the
 * form, versions and what is refused beside its field follow from them.
 */
import { t } from '@lingui/core/macro';
import { ifMatch } from '../api/fetch.ts';
import { isEmpty } from '../fields/check.ts';
import {
  defineResource,
  type FormProps,
  mayWrite,
  type Query,
  type Resource,
  type ResourceBase,
  type Slice,
} from './define-resource.ts';
import type { Field } from './form-fields.ts';
import { ResourceForm } from './resource-form.tsx';

interface PlainRow {
  id: string;
  version: number;
}

// biome-ignore-start lint/suspicious/noExplicitAny: each generated call has options of its own; their payload is checked against the record's fields by the form
/** The generated calls of a resource, and the tag that the keys of its queries have. */
interface PlainApi<Row> {
  tag: string;
  list: (options: any) => Query<Slice<Row>>;
  get: (options: any) => Query<Row>;
  create: (options: any) => Promise<{ data: Row }>;
  update: (options: any) => Promise<{ data: Row }>;
  delete: (options: any) => Promise<unknown>;
}
// biome-ignore-end lint/suspicious/noExplicitAny: see above

type Derived = 'list' | 'get' | 'remove' | 'idOf' | 'invalidates';
type Values = Record<string, unknown>;

interface PlainResource<Row extends PlainRow> extends Omit<ResourceBase<Row>, Derived> {
  api: PlainApi<Row>;
  /** The form, in the vocabulary of fields/; each is named as on the wire. */
  fields: (Field<Values> & { name: keyof Row & string })[];
}

export function definePlainResource<Row extends PlainRow>({
  api,
  fields,
  ...declared
}: PlainResource<Row>): Resource<Row> {
  const version = (row: Row) => ({ path: { id: row.id }, headers: ifMatch(row.version) });
  const save = (body: Values, record: Row | undefined) =>
    record ? api.update({ ...version(record), body }) : api.create({ body });

  function Form(props: FormProps<Row>) {
    const label = props.record ? t`Save` : t`Create ${declared.one}`;
    return (
      <ResourceForm<Values, Row>
        {...props}
        sectionsOf={() => [{ fields }]}
        valuesOf={(record) => valuesFrom(fields, record)}
        submit={async (values, record) => (await save(payloadFrom(fields, values), record)).data}
        submitLabel={mayWrite(declared) ? label : undefined}
      />
    );
  }

  return defineResource<Row>({
    ...declared,
    idOf: ({ id }) => id,
    list: (params, filters) => api.list({ query: { ...params, ...filters } }),
    get: (id) => api.get({ path: { id } }),
    // It outlives the page that it is sent from: a delayed deletion is sent on leaving.
    remove: (row) => api.delete({ ...version(row), keepalive: true }),
    Form,
    invalidates: [[{ tags: [api.tag] }]],
  });
}

function valuesFrom(fields: Field<Values>[], record: object | undefined): Values {
  const known = (record ?? {}) as Values;
  return Object.fromEntries(
    fields.map((field) => {
      const start = field.type === 'drawn' ? undefined : field.default;
      return [field.name, known[field.name] ?? start ?? (field.type === 'text' ? '' : undefined)];
    }),
  );
}

/** What is sent: texts without blanks around them, null for what was left empty. */
function payloadFrom(fields: Field<Values>[], values: Values): Values {
  return Object.fromEntries(
    fields.map(({ name, type }) => {
      const value = values[name];
      if (type === 'text') return [name, String(value ?? '').trim()];
      return [name, isEmpty(value) ? null : value];
    }),
  );
}
