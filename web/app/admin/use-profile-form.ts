/** A form for the profile data of one person by one schema. */
import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import {
  createProfileData,
  type ProfileDataRecord,
  profileDataKey,
  type SchemaRecord,
  schemasKey,
  updateProfileData,
} from '../api/schemas.ts';
import { dataOf, fieldAt, fieldsOf, type SchemaValues, valuesOf } from '../identity/schema-fields.ts';
import { toast } from '../ui/toast.ts';
import { useProblemForm } from '../ui/use-problem-form.ts';
import { faultsOf } from './profile-faults.ts';
import { useUnsaved } from './unsaved.tsx';

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
  // What the form began with: a version read since would pass over what somebody else wrote.
  const [record, setRecord] = useState(found);
  const fields = useMemo(() => {
    const all = fieldsOf(schema.schema, record?.data);
    return isReadOnly ? all.map((field) => ({ ...field, isReadOnly })) : all;
  }, [schema, record, isReadOnly]);
  const refresh = useRefreshProfile();
  const state = useProblemForm<SchemaValues, ProfileDataRecord>({
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
      if (!record) onMade?.(saved);
      toast.success(t`“${schema.name}” was saved.`);
      void refresh();
    },
    fieldOf: (path) => fieldAt(fields, path)?.name ?? path,
  });
  useUnsaved(() => state.form.isDirty());
  return { ...state, fields, record };
}
