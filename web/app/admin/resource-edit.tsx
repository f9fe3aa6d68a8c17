/** The screen of one record of a declared resource with a form: a new one, or one to change. */
import { t } from '@lingui/core/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { focusFirstFieldOnceThere } from '../ui/first-field.ts';
import { useLeaveWarning } from '../ui/leave-warning.ts';
import { toast } from '../ui/toast.ts';
import { useRecordToEdit } from '../ui/use-record-to-edit.ts';
import { addressOf } from './define-entry.ts';
import { type EditableResource, mayWrite } from './define-resource.ts';
import { ReadOnlyNote } from './read-only-note.tsx';
import { RecordFrame } from './record-frame.tsx';
import styles from './resource-edit.module.css';

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
  // As it was when the screen was opened: a session that ends takes nothing away from what somebody is writing.
  const [isReadOnly] = useState(() => !mayWrite(resource));
  useLeaveWarning(() => isDirty.current());
  const list = addressOf(resource);
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A finger would bring the keyboard up over the form that it wants to see.
    if (id || !form.current || window.matchMedia('(pointer: coarse)').matches) return;
    return focusFirstFieldOnceThere(form.current);
  }, [id]);

  const onSaved = (saved: Row) => {
    for (const queryKey of resource.invalidates) void queryClient.invalidateQueries({ queryKey });
    toast.success(
      id ? t`“${resource.nameOf(saved)}” was saved.` : t`“${resource.nameOf(saved)}” was created.`,
    );
    void navigate(list);
  };

  const title = id ? (record ? resource.nameOf(record) : t`Edit ${resource.one}`) : t`New ${resource.one}`;
  return (
    <RecordFrame
      place={resource}
      activityOf={id}
      isWide={resource.isWide}
      name={title}
      // A form that has begun stays.
      query={{ ...query, data: record }}
    >
      {(!id || record) && (
        <div ref={form} className={styles.record} data-read-only={isReadOnly || undefined}>
          {isReadOnly && <ReadOnlyNote place={resource} />}
          <resource.Form
            record={record}
            isDirtyRef={isDirty}
            refetch={(row) => queryClient.fetchQuery({ ...resource.get(resource.idOf(row)), staleTime: 0 })}
            onSaved={onSaved}
            onCancel={() => void navigate(list)}
          />
        </div>
      )}
    </RecordFrame>
  );
}
