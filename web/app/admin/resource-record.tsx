/** A record whose screen is cards, on tabs where there are several: what is seen of it together stands together. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router';
import { Skeleton } from '../ui/skeleton.tsx';
import { Card } from './card.tsx';
import type { EditableResource, RecordTab } from './define-resource.ts';
import { RecordFrame, RemoveButton } from './record-frame.tsx';
import styles from './resource-record.module.css';
import { UnsavedForms } from './unsaved.tsx';

interface ResourceRecordProps<Row> {
  resource: EditableResource<Row>;
  tabs: RecordTab<Row>[];
  id: string;
}

export function ResourceRecord<Row>({ resource, tabs, id }: ResourceRecordProps<Row>) {
  const query = useQuery(resource.get(id));
  const isReady = resource.useIsReady?.() ?? true;
  const record: Row | undefined = query.data;
  const elsewhere = record && resource.leadsTo?.(record);
  const navigate = useNavigate();
  // Forms that have begun stay while their user is asked about leaving them.
  const hasBegun = useRef(false);
  if (record && !elsewhere) hasBegun.current = true;
  useEffect(() => {
    if (elsewhere && hasBegun.current) void navigate(elsewhere, { replace: true });
  }, [elsewhere, navigate]);
  if (elsewhere && !hasBegun.current) return <Navigate to={elsewhere} replace />;
  return (
    <UnsavedForms>
      <RecordFrame
        place={resource}
        activityOf={id}
        name={record && resource.nameOf(record)}
        query={query}
        actions={record && <RemoveButton resource={resource} record={record} />}
        isPlain
      >
        {record && isReady ? <Tabs tabs={tabs} record={record} /> : <CardSkeleton />}
      </RecordFrame>
    </UnsavedForms>
  );
}

function Tabs<Row>({ tabs, record }: { tabs: RecordTab<Row>[]; record: Row }) {
  const [search] = useSearchParams();
  const current = tabs.find(({ name }) => name === search.get('tab')) ?? tabs[0];
  return (
    <>
      {tabs.length > 1 && (
        <nav className={styles.tabs} aria-label={t`Parts of this record`}>
          {tabs.map(({ name, label }, index) => (
            <Link
              key={name}
              to={index === 0 ? '?' : `?tab=${name}`}
              aria-current={name === current?.name ? 'page' : undefined}
            >
              {label}
            </Link>
          ))}
        </nav>
      )}
      <div className={styles.cards}>
        {current?.cards.map((RecordCard, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the cards of a tab are declared and stay
          <RecordCard key={`${current.name} ${index}`} record={record} />
        ))}
      </div>
    </>
  );
}

function CardSkeleton() {
  return (
    <div className={styles.cards}>
      <Card title={t`Details`}>
        <Skeleton height="2.25rem" />
        <Skeleton height="2.25rem" />
      </Card>
    </div>
  );
}
