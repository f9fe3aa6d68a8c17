/** The screen of one record of a declared resource that is read, not changed. */
import { useQuery } from '@tanstack/react-query';
import { useLeaveWarning } from '../ui/leave-warning.ts';
import { hasUnsavedDialog } from '../ui/unsaved-dialogs.ts';
import type { ReadableResource } from './define-resource.ts';
import { RecordFrame, RemoveButton } from './record-frame.tsx';

export function ResourceView<Row>({ resource, id }: { resource: ReadableResource<Row>; id: string }) {
  const query = useQuery(resource.get(id));
  const record = query.data;
  useLeaveWarning(hasUnsavedDialog);
  return (
    <RecordFrame
      place={resource}
      activityOf={id}
      name={record && resource.nameOf(record)}
      query={query}
      actions={record && <RemoveButton resource={resource} record={record} />}
    >
      {record && <resource.View record={record} />}
    </RecordFrame>
  );
}
