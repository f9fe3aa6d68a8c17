/** What the site wants to know of oneself: one card for each schema that is open to those it is about. */
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import {
  allSchemasOptions,
  createProfileData,
  listProfileDataOptions,
  type ProfileDataRecord,
  profileDataKey,
  type SchemaRecord,
  updateProfileData,
} from '../../api/schemas.ts';
import {
  dataOf,
  faultsOf,
  fieldAt,
  fieldsOf,
  type SchemaValues,
  valuesOf,
} from '../../identity/schema-fields.ts';
import { FormProblem } from '../../ui/form-problem.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { useProblemForm } from '../../ui/use-problem-form.ts';
import { Card } from '../card.tsx';
import { ProfileFields } from '../profile-fields.tsx';
import formStyles from '../resource-form.module.css';
import { useUnsaved } from '../users/unsaved.tsx';
import styles from './account.module.css';

interface ProfileProps {
  personId: string;
  schema: SchemaRecord;
  /** Undefined while there is no data. */
  record: ProfileDataRecord | undefined;
}

function ProfileForm({ personId, schema, record: found }: ProfileProps) {
  // What the form began with: a version read since would pass over what somebody else wrote.
  const [record, setRecord] = useState(found);
  const queryClient = useQueryClient();
  const canWrite = schema.memberAccess === 'write';
  const fields = useMemo(() => {
    const all = fieldsOf(schema.schema, record?.data);
    return canWrite ? all : all.map((field) => ({ ...field, isReadOnly: true }));
  }, [schema, record, canWrite]);
  const { form, onSubmit, isSaving, problem } = useProblemForm<SchemaValues, ProfileDataRecord>({
    initialValues: valuesOf(fields, record?.data),
    validate: (values) => faultsOf(fields, values),
    submit: (values) => {
      const data = dataOf(fields, values, record?.data);
      return record
        ? updateProfileData(record, data)
        : createProfileData({ personId, schemaId: schema.id, data });
    },
    onSaved: (saved) => {
      setRecord(saved);
      toast.success(`“${schema.name}” was saved.`);
      void queryClient.invalidateQueries({ queryKey: profileDataKey });
    },
    fieldOf: (path) => fieldAt(fields, path)?.name ?? path,
  });
  useUnsaved(() => form.isDirty());
  return (
    <form className={formStyles.form} onSubmit={onSubmit} noValidate>
      <FormProblem problem={problem} />
      <ProfileFields fields={fields} form={form} />
      {canWrite && (
        <div className={formStyles.footer}>
          <Button type="submit" size="md" disabled={record?.isValid && !form.isDirty()} loading={isSaving}>
            Save {schema.name}
          </Button>
        </div>
      )}
    </form>
  );
}

function ProfileCard({ personId, schema, record }: ProfileProps) {
  const isEmpty = !record && schema.memberAccess === 'read';
  return (
    <Card title={schema.name} description={schema.description || undefined}>
      {isEmpty ? (
        <p className={styles.text}>Nothing is recorded.</p>
      ) : (
        <ProfileForm personId={personId} schema={schema} record={record} />
      )}
    </Card>
  );
}

export function OwnProfileCards({ personId }: { personId: string }) {
  const schemas = useQuery(allSchemasOptions());
  const data = useQuery(listProfileDataOptions(personId));
  const failed = [schemas, data].find(({ isError }) => isError);
  if (failed)
    return (
      <Card title="Profile">
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
      </Card>
    );
  if (!schemas.data || !data.data) return null;
  const records = data.data.results;
  // Administrators are told of all schemas, but here they are somebody like everybody else.
  const open = schemas.data.results.filter(({ memberAccess }) => memberAccess !== 'none');
  return open.map((schema) => (
    <ProfileCard
      key={`${schema.id} ${schema.version}`}
      personId={personId}
      schema={schema}
      record={records.find(({ schemaId }) => schemaId === schema.id)}
    />
  ));
}
