import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useSpeech } from '#words/react.tsx';
import { ifMatch } from '../../api/fetch.ts';
import type {
  PageProfileDataOut,
  PageSchemaOut,
  ProfileDataOut,
  SchemaOut,
} from '../../api/generated/index.ts';
import { apiJson } from '../../api/json.ts';
import type { ProblemError } from '../../api/problem.ts';
import {
  dataOf,
  fieldsOf,
  type JsonObject,
  type SchemaField,
  type SchemaValues,
  valuesOf,
} from '../../identity/schema-fields.ts';
import { readStoredClaims } from '../../session/claims.ts';
import { SectionHeading } from '../headings.tsx';
import { useLoaded } from '../members/loaded.ts';
import { VersionedForm } from '../members/versioned-form.tsx';
import { FieldText, FieldWords, labelOf, SchemaInput } from './schema-input.tsx';

interface ProfileDataProps {
  /** Empty: every schema that members may see of themselves. */
  schemaId: string;
  canEdit: boolean;
}

/** What the site knows of the member, as far as the schemas let them see it. */
export default function ProfileData({ schemaId, canEdit }: ProfileDataProps): ReactNode {
  const { t } = useLingui();
  const { words } = useSpeech();
  const person = readStoredClaims()?.sub ?? '';
  const schemas = useLoaded<PageSchemaOut>('/auth/schemas?limit=100');
  const rows = useLoaded<PageProfileDataOut>(`/auth/people/${person}/profile-data?limit=100`);
  for (const loaded of [schemas, rows]) {
    if (loaded.state === 'failed')
      return (
        <p role="alert" {...words}>
          {loaded.problem.message}
        </p>
      );
  }
  if (schemas.state !== 'ready' || rows.state !== 'ready') {
    return <div className="pw-member-place" aria-busy="true" />;
  }
  const shown = schemas.data.results.filter(
    ({ id, memberAccess }) => memberAccess !== 'none' && (!schemaId || id === schemaId),
  );
  if (shown.length === 0) return <p {...words}>{t`There is nothing to show here yet.`}</p>;
  return shown.map((schema) => (
    <Part
      key={schema.id}
      schema={schema}
      row={rows.data.results.find((each) => each.schemaId === schema.id)}
      person={person}
      canEdit={canEdit && schema.memberAccess === 'write'}
    />
  ));
}

interface PartProps {
  schema: SchemaOut;
  row: ProfileDataOut | undefined;
  person: string;
  canEdit: boolean;
}

type Row = PartProps['row'];

const heldIn = (row: Row) => row?.data as JsonObject | undefined;

function Part({ schema, row: found, person, canEdit }: PartProps): ReactNode {
  const fieldsIn = (row: Row) => fieldsOf(schema.schema as JsonObject, heldIn(row));
  const valuesIn = (row: Row) => valuesOf(fieldsIn(row), heldIn(row));
  const shownIn = (row: Row) =>
    fieldsIn(row).map((field) => ({
      name: field.name,
      label: labelOf(field),
      draw: (value: string | boolean) => <FieldWords field={field} value={value} />,
    }));
  const save = (values: SchemaValues, row: Row): Promise<Row> => {
    const data = dataOf(fieldsIn(row), values, heldIn(row));
    if (!row)
      return apiJson('POST', '/auth/profile-data', { body: { personId: person, schemaId: schema.id, data } });
    const headers = ifMatch(row.version);
    return apiJson('PUT', `/auth/profile-data/${row.id}`, { body: { data }, headers });
  };
  const read = ({ extensions }: ProblemError, row: Row): Promise<Row> =>
    apiJson('GET', `/auth/profile-data/${row?.id ?? extensions.profileDataId}`);
  return (
    <section className="pw-member-section">
      <SectionHeading>{schema.name}</SectionHeading>
      {schema.description && <p className="pw-form-hint">{schema.description}</p>}
      {canEdit ? (
        <VersionedForm
          label={schema.name}
          found={found}
          valuesOf={valuesIn}
          typedOf={(sent, row) => filledIn(fieldsIn(row), valuesIn(row), sent)}
          save={save}
          read={read}
          shownOf={shownIn}
        >
          {(row) => {
            const values = valuesIn(row);
            return fieldsIn(row).map((field) => (
              <SchemaInput key={field.name} field={field} value={values[field.name] ?? ''} />
            ));
          }}
        </VersionedForm>
      ) : (
        <dl className="pw-member-facts">
          {fieldsIn(found).map((field) => (
            <FieldText key={field.name} field={field} value={valuesIn(found)[field.name] ?? ''} />
          ))}
        </dl>
      )}
    </section>
  );
}

/** The form's values. It sends nothing of a box that is not ticked, nor of what is only read, which stays as it is. */
function filledIn(fields: SchemaField[], values: SchemaValues, sent: Record<string, string>): SchemaValues {
  return Object.fromEntries(
    fields.map(({ name, type, isReadOnly }) => {
      if (isReadOnly) return [name, values[name] ?? ''];
      return [name, type === 'boolean' ? name in sent : (sent[name] ?? '')];
    }),
  );
}
