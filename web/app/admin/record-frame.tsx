/** What the screens of one record have in common: its name, the way back, and what is seen until it is there. */
import { ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { PageHeader } from '../ui/page-header.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { ErrorState } from '../ui/states.tsx';
import { addressOf } from './define-entry.ts';
import type { Resource } from './define-resource.ts';
import styles from './resource-edit.module.css';

interface RecordFrameProps<Row> {
  resource: Resource<Row>;
  title: string;
  query: { isError: boolean; error: unknown; refetch: () => unknown };
  actions?: ReactNode;
  /** What is within brings cards of its own. */
  isPlain?: boolean;
  /** Left out while the record is read. */
  children?: ReactNode;
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

export function RecordFrame<Row>({
  resource,
  title,
  query,
  actions,
  isPlain,
  children,
}: RecordFrameProps<Row>) {
  return (
    <div className={styles.screen}>
      <PageHeader
        title={title}
        actions={actions}
        back={
          <Link to={addressOf(resource)} className={styles.back}>
            <ChevronLeft size={16} aria-hidden />
            {resource.many}
          </Link>
        }
      />
      {query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : isPlain ? (
        children
      ) : (
        <div className={styles.card}>{children ?? <RecordSkeleton />}</div>
      )}
    </div>
  );
}
