/** The screen of one record of a declared resource that is read, not changed. */
import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useNavigate } from 'react-router';
import { addressOf } from './define-entry.ts';
import type { ReadableResource } from './define-resource.ts';
import { RecordFrame } from './record-frame.tsx';

export function ResourceView<Row>({ resource, id }: { resource: ReadableResource<Row>; id: string }) {
  const navigate = useNavigate();
  const query = useQuery(resource.get(id));
  const record = query.data;
  const canRemove = record && resource.remove && resource.canRemove?.(record) !== false;

  return (
    <RecordFrame
      resource={resource}
      title={record ? resource.nameOf(record) : resource.one[0]?.toUpperCase() + resource.one.slice(1)}
      query={query}
      actions={
        canRemove && (
          <Button
            color="danger"
            size="md"
            leftSection={<Trash2 size={16} aria-hidden />}
            // The list takes it out and offers the way back.
            onClick={() => void navigate(addressOf(resource), { state: { removed: record } })}
          >
            {t`Delete`}
          </Button>
        )
      }
    >
      {record && <resource.View record={record} />}
    </RecordFrame>
  );
}
