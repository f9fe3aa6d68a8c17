/** The form of a plain resource: what it holds of a record, and what it sends of what it holds, follow from its fields. */
import { t } from '@lingui/core/macro';
import { useSearchParams } from 'react-router';
import { ifMatch } from '../api/fetch.ts';
import { isEmpty } from '../fields/check.ts';
import { isList } from '../fields/rules.ts';
import { type FormProps, mayWrite } from './define-resource.ts';
import type { Field, FormValues, Section } from './form-fields.ts';
import { ResourceForm } from './resource-form.tsx';

export interface PlainRow {
  id: string;
  version: number;
}

/** A field that is named as on the wire. */
export type WireField = Field<FormValues> & {
  /** A new record may begin with what the screen's address has under this name: `?source=`. */
  isInAddress?: boolean;
  // biome-ignore-start lint/suspicious/noExplicitAny: each field has values of its own, which the form checks
  /** What the form holds of a stored value, where it is not the same. */
  fromWire?: (stored: any) => unknown;
  /** What is sent of what the form holds. */
  toWire?: (held: any, values: FormValues) => unknown;
  // biome-ignore-end lint/suspicious/noExplicitAny: see above
};

export interface WireSection extends Section<FormValues> {
  fields: WireField[];
}

interface PlainFormOf<Row> {
  /** What one is called, and who may change it. */
  place: Parameters<typeof mayWrite>[0] & { one: string };
  sectionsOf: (record: Row | undefined) => WireSection[];
  create: (body: FormValues) => Promise<Partial<Row>>;
  update: (record: Row, body: FormValues) => Promise<Partial<Row>>;
}

/** The record that is meant, and the version that a change of it is based on. */
export const versionOf = ({ id, version }: PlainRow) => ({ path: { id }, headers: ifMatch(version) });

export function plainForm<Row extends PlainRow>({ place, sectionsOf, create, update }: PlainFormOf<Row>) {
  const fieldsOf = (record: Row | undefined) => sectionsOf(record).flatMap(({ fields }) => fields);
  async function save(values: FormValues, record: Row | undefined): Promise<Row> {
    const body = payloadFrom(fieldsOf(record), values);
    const saved = await (record ? update(record, body) : create(body));
    return { ...record, ...saved } as Row;
  }
  return function PlainForm(props: FormProps<Row>) {
    const [address] = useSearchParams();
    const label = props.record ? t`Save` : t`Create ${place.one}`;
    return (
      <ResourceForm<FormValues, Row>
        {...props}
        sectionsOf={sectionsOf}
        valuesOf={(record) =>
          record ? valuesFrom(fieldsOf(record), record) : newValues(fieldsOf(undefined), address)
        }
        submit={save}
        submitLabel={mayWrite(place) ? label : undefined}
      />
    );
  };
}

function valuesFrom(fields: WireField[], record: object): FormValues {
  const stored = record as FormValues;
  return Object.fromEntries(
    fields.map((field) => {
      const { name, fromWire } = field;
      return [name, fromWire ? fromWire(stored[name]) : (stored[name] ?? emptyOf(field))];
    }),
  );
}

function newValues(fields: WireField[], address: URLSearchParams): FormValues {
  return Object.fromEntries(
    fields.map((field) => {
      const { name, type, isInAddress } = field;
      const start = type === 'drawn' ? undefined : field.default;
      return [name, (isInAddress ? address.get(name) : null) ?? start ?? emptyOf(field)];
    }),
  );
}

function emptyOf(field: WireField): unknown {
  if (field.type === 'text') return '';
  if (field.type === 'switch') return false;
  return field.type !== 'drawn' && isList(field) ? [] : undefined;
}

/** What is sent: texts without blanks around them, lists as they are, null for what else was left empty. */
function payloadFrom(fields: WireField[], values: FormValues): FormValues {
  return Object.fromEntries(
    fields.map(({ name, type, toWire }) => {
      const value = values[name];
      if (toWire) return [name, toWire(value, values)];
      if (type === 'text') return [name, String(value ?? '').trim()];
      if (Array.isArray(value)) return [name, value];
      if (isEmpty(value)) return [name, null];
      return [name, typeof value === 'string' ? value.trim() : value];
    }),
  );
}
