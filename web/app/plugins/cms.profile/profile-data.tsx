import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { useSpeech } from '#words/react.tsx';
import { ifMatch } from '../../api/fetch.ts';
import type {
  PageProfileDataOut,
  PageSchemaOut,
  ProfileDataOut,
  SchemaOut,
} from '../../api/generated/index.ts';
import { apiJson } from '../../api/json.ts';
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
import { Done, MemberForm } from '../members/form.tsx';
import { useLoaded } from '../members/loaded.ts';
import { FieldText, SchemaInput } from './schema-input.tsx';

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
      onSaved={rows.reload}
    />
  ));
}

interface PartProps {
  schema: SchemaOut;
  row: ProfileDataOut | undefined;
  person: string;
  canEdit: boolean;
  onSaved: () => Promise<void>;
}

function Part({ schema, row, person, canEdit, onSaved }: PartProps): ReactNode {
  const { t } = useLingui();
  const [isSaved, setSaved] = useState(false);
  const held = row?.data as JsonObject | undefined;
  const fields = fieldsOf(schema.schema as JsonObject, held);
  const values = valuesOf(fields, held);
  const onSubmit = async (sent: Record<string, string>) => {
    setSaved(false);
    const data = dataOf(fields, filledIn(fields, values, sent), held);
    if (row)
      await apiJson('PUT', `/auth/profile-data/${row.id}`, { body: { data }, headers: ifMatch(row.version) });
    else
      await apiJson('POST', '/auth/profile-data', { body: { personId: person, schemaId: schema.id, data } });
    await onSaved();
    setSaved(true);
  };
  return (
    <section className="pw-member-section">
      <SectionHeading>{schema.name}</SectionHeading>
      {schema.description && <p className="pw-form-hint">{schema.description}</p>}
      {canEdit ? (
        <MemberForm
          submit={t`Save`}
          label={schema.name}
          onSubmit={onSubmit}
          more={isSaved && <Done>{t`Saved.`}</Done>}
        >
          {fields.map((field) => (
            <SchemaInput key={field.name} field={field} value={values[field.name] ?? ''} />
          ))}
        </MemberForm>
      ) : (
        <dl className="pw-member-facts">
          {fields.map((field) => (
            <FieldText key={field.name} field={field} value={values[field.name] ?? ''} />
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
