/** The screen of one record of a declared resource: a new one, or one to change. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronLeft } from 'lucide-react';
import { useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { useLeaveWarning } from '../ui/leave-warning.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { ErrorState } from '../ui/states.tsx';
import { toast } from '../ui/toast.ts';
import type { Resource } from './define-resource.ts';
import styles from './resource-edit.module.css';

interface ResourceEditProps<Row> {
  resource: Resource<Row>;
  /** Undefined for a new record. */
  id: string | undefined;
}

function FormSkeleton() {
  return (
    <div className={styles.skeleton}>
      {[0, 1, 2].map((index) => (
        <div key={index}>
          <Skeleton width="6rem" />
          <Skeleton height="2.25rem" />
        </div>
      ))}
    </div>
  );
}

export function ResourceEdit<Row>({ resource, id }: ResourceEditProps<Row>) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const query = useQuery({ ...resource.get(id ?? ''), enabled: id !== undefined });
  const isDirty = useRef(() => false);
  useLeaveWarning(() => isDirty.current());
  const list = `/cms-admin/${resource.path}`;

  const onSaved = (record: Row) => {
    for (const queryKey of resource.invalidates) void queryClient.invalidateQueries({ queryKey });
    toast.success(`“${resource.nameOf(record)}” was saved.`);
    void navigate(list);
  };

  const title = id
    ? query.data
      ? resource.nameOf(query.data)
      : `Edit ${resource.one}`
    : `New ${resource.one}`;
  return (
    <div className={styles.screen}>
      <PageHeader
        title={title}
        back={
          <Link to={list} className={styles.back}>
            <ChevronLeft size={16} aria-hidden />
            {resource.many}
          </Link>
        }
      />
      {query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <div className={styles.card}>
          {id && !query.data ? (
            <FormSkeleton />
          ) : (
            <resource.Form
              record={query.data}
              isDirtyRef={isDirty}
              onSaved={onSaved}
              onCancel={() => void navigate(list)}
            />
          )}
        </div>
      )}
    </div>
  );
}
