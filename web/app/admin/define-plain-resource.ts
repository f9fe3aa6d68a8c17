/**
 * A plain resource is one declaration: its columns, its fields and the calls that are generated for it. The queries, the
 * form, versions and what is refused beside its field follow from them. What has a rule of its own stands in its place: a
 * call written by hand among the generated ones, a form of its own instead of fields.
 */
import type { QueryKey } from '@tanstack/react-query';
import type { Query } from '../api/query.ts';
import {
  defineResource,
  type EditableResource,
  type FilterValues,
  type Resource,
  type Slice,
} from './define-resource.ts';
import { type PlainRow, plainForm, versionOf, type WireField, type WireSection } from './plain-form.tsx';

// biome-ignore-start lint/suspicious/noExplicitAny: each generated call has options of its own; their payload is checked against the record's fields by the form
/** The generated calls of a resource, and the tag that the keys of its queries have. */
interface ReadApi<Row> {
  tag: string;
  list: (options: any) => Query<Slice<Row>>;
  get: (options: any) => Query<Row>;
  /** Left out where nothing can be deleted, or not by one call. */
  delete?: (options: any) => Promise<unknown>;
}

interface PlainApi<Row> extends ReadApi<Row> {
  /** Both may answer less than is read: what reading looks up beside the record stays as it was. */
  create: (options: any) => Promise<{ data: Partial<Row> }>;
  update: (options: any) => Promise<{ data: Partial<Row> }>;
}
// biome-ignore-end lint/suspicious/noExplicitAny: see above

/** Named for a member of the record, or of what a new one is made from. */
type PlainField<Row, Input> = WireField & { name: (keyof Row | keyof Input) & string };

type SectionsOf<Row, Input> = (
  record: Row | undefined,
) => (WireSection & { fields: PlainField<Row, Input>[] })[];

/** Fields, or sections where they are several or depend on the record. */
type OfFields<Row, Input> =
  | { api: PlainApi<Row>; fields: PlainField<Row, Input>[]; sectionsOf?: undefined; Form?: undefined }
  | { api: PlainApi<Row>; fields?: undefined; sectionsOf: SectionsOf<Row, Input>; Form?: undefined };

interface OfItsOwnForm<Row> extends Pick<EditableResource<Row>, 'Form'> {
  api: ReadApi<Row>;
  fields?: undefined;
  sectionsOf?: undefined;
}

interface PlainBase<Row>
  extends Omit<EditableResource<Row>, 'list' | 'get' | 'idOf' | 'invalidates' | 'Form'> {
  /** What the list is asked for by its filters, where that is not called what they are. */
  queryOf?: (filters: FilterValues) => Record<string, unknown>;
  /** What is stale after a change beside the resource's own queries. */
  alsoInvalidates?: QueryKey[];
}

export type PlainResource<Row, Input = Row> = PlainBase<Row> & (OfFields<Row, Input> | OfItsOwnForm<Row>);

export function definePlainResource<Row extends PlainRow, Input = Row>(
  plain: PlainResource<Row, Input>,
): Resource<Row> {
  const { api, fields, sectionsOf, Form, queryOf, alsoInvalidates = [], ...declared } = plain;
  return defineResource<Row>({
    ...declared,
    idOf: ({ id }) => id,
    list: (params, filters) => api.list({ query: { ...params, ...(queryOf ? queryOf(filters) : filters) } }),
    get: (id) => api.get({ path: { id } }),
    remove: declared.remove ?? (api.delete && removing(api.delete)),
    Form: plain.Form ?? formOf(plain),
    invalidates: [[{ tags: [api.tag] }], ...alsoInvalidates],
  });
}

/** Deletes a record on the version that was read. It outlives the page: a delayed deletion is sent on leaving. */
export const removing =
  (call: NonNullable<ReadApi<unknown>['delete']>) =>
  (row: PlainRow): Promise<unknown> =>
    call({ ...versionOf(row), keepalive: true });

function formOf<Row extends PlainRow, Input>(plain: PlainBase<Row> & OfFields<Row, Input>) {
  const { api, fields, sectionsOf } = plain;
  return plainForm<Row>({
    place: plain,
    sectionsOf: sectionsOf ?? (() => [{ fields }]),
    create: async (body) => (await api.create({ body })).data,
    update: async (record, body) => (await api.update({ ...versionOf(record), body })).data,
  });
}
