/** The screen of one record of a declared resource that is read, not changed. */
import { useQuery } from '@tanstack/react-query';
import type { ReadableResource } from './define-resource.ts';
import { RecordFrame, RemoveButton } from './record-frame.tsx';
import { UnsavedForms } from './unsaved.tsx';

export function ResourceView<Row>({ resource, id }: { resource: ReadableResource<Row>; id: string }) {
  const query = useQuery(resource.get(id));
  const record = query.data;
  return (
    <UnsavedForms>
      <RecordFrame
        place={resource}
        activityOf={id}
        name={record && resource.nameOf(record)}
        query={query}
        actions={record && <RemoveButton resource={resource} record={record} />}
      >
        {record && <resource.View record={record} />}
      </RecordFrame>
    </UnsavedForms>
  );
}
