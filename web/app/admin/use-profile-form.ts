/** A form for the profile data of one person by one schema. */
import { t } from '@lingui/core/macro';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { ProblemError } from '../api/problem.ts';
import {
  createProfileData,
  listProfileDataOptions,
  type ProfileDataRecord,
  profileDataKey,
  type SchemaRecord,
  schemasKey,
  updateProfileData,
} from '../api/schemas.ts';
import { dataOf, fieldAt, fieldsOf, type SchemaValues, valuesOf } from '../identity/schema-fields.ts';
import { definitionOf } from '../identity/schema-kinds.ts';
import { toast } from '../ui/toast.ts';
import { faultsOf } from './profile-faults.ts';
import { useUnsaved } from './unsaved.tsx';
import { useRecordForm } from './use-record-form.tsx';

export interface ProfileProps {
  personId: string;
  schema: SchemaRecord;
  /** Undefined while there is no data. */
  record: ProfileDataRecord | undefined;
}

export function useRefreshProfile(): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    // A schema says of how many people there is data.
    await Promise.all(
      [profileDataKey, schemasKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
    );
  };
}

export function useProfileForm(
  { personId, schema, record: found }: ProfileProps,
  { isReadOnly = false, onMade }: { isReadOnly?: boolean; onMade?: (made: ProfileDataRecord) => void } = {},
) {
  const queryClient = useQueryClient();
  const refresh = useRefreshProfile();
  // What a value is decides how it is asked for, where the schema leaves that open.
  const fieldsFor = (record: ProfileDataRecord | undefined) => {
    const all = fieldsOf(schema.schema, record?.data);
    return isReadOnly ? all.map((field) => ({ ...field, isReadOnly })) : all;
  };
  const state = useRecordForm<SchemaValues, ProfileDataRecord>({
    record: found,
    fieldsOf: (record) => fieldsFor(record).map((field) => ({ ...definitionOf(field), name: field.name })),
    valuesOf: (record) => valuesOf(fieldsFor(record), record?.data),
    validate: (values, record) => faultsOf(fieldsFor(record), values),
    submit: (values, record) => {
      const data = dataOf(fieldsFor(record), values, record?.data);
      return record
        ? updateProfileData(record, data)
        : createProfileData({ personId, schemaId: schema.id, data });
    },
    refetch: (record) => refetch(queryClient, record),
    onSaved: (saved, before) => {
      if (!before) onMade?.(saved);
      toast.success(t`“${schema.name}” was saved.`);
      void refresh();
    },
    fieldOf: (path) => fieldAt(fieldsFor(found), path)?.name ?? path,
  });
  useUnsaved(() => state.form.isDirty());
  return { ...state, fields: fieldsFor(state.record) };
}

async function refetch(
  queryClient: QueryClient,
  { id, personId }: ProfileDataRecord,
): Promise<ProfileDataRecord> {
  const { results } = await queryClient.fetchQuery({ ...listProfileDataOptions(personId), staleTime: 0 });
  const present = results.find((record) => record.id === id);
  if (!present) throw new ProblemError(404, { code: 'profile_data_not_found' });
  return present as ProfileDataRecord;
}
