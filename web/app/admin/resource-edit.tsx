/** The screen of one record of a declared resource with a form: a new one, or one to change. */
import { t } from '@lingui/core/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { useLeaveWarning } from '../ui/leave-warning.ts';
import { toast } from '../ui/toast.ts';
import { useRecordToEdit } from '../ui/use-record-to-edit.ts';
import { addressOf } from './define-entry.ts';
import type { EditableResource } from './define-resource.ts';
import { RecordFrame } from './record-frame.tsx';

interface ResourceEditProps<Row> {
  resource: EditableResource<Row>;
  /** Undefined for a new record. */
  id: string | undefined;
}

export function ResourceEdit<Row>({ resource, id }: ResourceEditProps<Row>) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const query = useQuery({ ...resource.get(id ?? ''), enabled: id !== undefined });
  const record = useRecordToEdit(id, query);
  const isDirty = useRef(() => false);
  useLeaveWarning(() => isDirty.current());
  const list = addressOf(resource);

  const onSaved = (saved: Row) => {
    for (const queryKey of resource.invalidates) void queryClient.invalidateQueries({ queryKey });
    toast.success(t`“${resource.nameOf(saved)}” was saved.`);
    void navigate(list);
  };

  const title = id ? (record ? resource.nameOf(record) : t`Edit ${resource.one}`) : t`New ${resource.one}`;
  return (
    <RecordFrame
      place={resource}
      name={title}
      // A form that has begun stays.
      query={{ ...query, data: record }}
    >
      {(!id || record) && (
        <resource.Form
          record={record}
          isDirtyRef={isDirty}
          readAnew={(row) => queryClient.fetchQuery({ ...resource.get(resource.idOf(row)), staleTime: 0 })}
          onSaved={onSaved}
          onCancel={() => void navigate(list)}
        />
      )}
    </RecordFrame>
  );
}
