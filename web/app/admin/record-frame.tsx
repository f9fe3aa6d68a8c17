/** What the screens of one record have in common: its name, the way back, and what is seen until it is there. */
import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { ChevronLeft, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { ProblemError } from '../api/problem.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { ErrorState } from '../ui/states.tsx';
import { ActivityLink } from './activity-link.tsx';
import { addressOf, type Place } from './define-entry.ts';
import type { Resource } from './define-resource.ts';
import { isRemovable } from './removal.ts';
import styles from './resource-edit.module.css';

interface RecordFrameProps {
  place: Place;
  /** Undefined while the record is read. */
  name: string | undefined;
  description?: ReactNode;
  /** Why the record cannot be shown. What was read stays when reading it anew fails. */
  query: { data: unknown; isError: boolean; error: unknown; refetch: () => unknown };
  actions?: ReactNode;
  /** Leads to what was done to this record. */
  activityOf?: string;
  /** What is within brings cards of its own. */
  isPlain?: boolean;
  /** What is within has tables, which take more room than a form. */
  isWide?: boolean;
  /** Left out while the record is read. */
  children?: ReactNode;
}

/** Deletes a record from its own screen: the list takes it out, and offers the way back. */
export function RemoveButton<Row>({ resource, record }: { resource: Resource<Row>; record: Row }) {
  const navigate = useNavigate();
  if (!isRemovable(resource, record)) return null;
  return (
    <Button
      color="danger"
      size="md"
      leftSection={<Trash2 size={16} aria-hidden />}
      onClick={() => void navigate(addressOf(resource), { state: { removed: record } })}
    >
      {t`Delete`}
    </Button>
  );
}

const inTitle = (one: string) => one.charAt(0).toUpperCase() + one.slice(1);

/** The id in the address is all that is asked with: one that no record can have is one that no record has. */
function asMissing(error: unknown): unknown {
  if (!(error instanceof ProblemError) || error.status !== 422) return error;
  return new ProblemError(404, {
    title: t`Not found`,
    detail: t`It may have been deleted, or its address is incorrect.`,
  });
}

function RecordSkeleton() {
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

export function RecordFrame({
  place,
  name,
  description,
  query,
  actions,
  activityOf,
  isPlain,
  isWide,
  children,
}: RecordFrameProps) {
  return (
    <div className={styles.screen} data-wide={isWide || undefined}>
      <PageHeader
        title={name ?? inTitle(place.one)}
        description={description}
        actions={
          <>
            {activityOf && <ActivityLink filter="subjectId" id={activityOf} />}
            {actions}
          </>
        }
        back={
          <Link to={addressOf(place)} className={styles.back}>
            <ChevronLeft size={16} aria-hidden />
            {place.many}
          </Link>
        }
      />
      {query.isError && query.data === undefined ? (
        <ErrorState error={asMissing(query.error)} onRetry={() => void query.refetch()} />
      ) : isPlain ? (
        children
      ) : (
        <div className={styles.card}>{children ?? <RecordSkeleton />}</div>
      )}
    </div>
  );
}
