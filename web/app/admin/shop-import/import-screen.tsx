/** /cms-ecom/import/{id}: its columns, what it would do row by row, and what it has done. */
import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronLeft } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { ecomJobsGetOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import { ecomJobsCancel, type ShopImportOut } from '../../api/generated/index.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { addressOf } from '../define-entry.ts';
import { mayWrite } from '../define-resource.ts';
import { JobCard, JobProgress } from '../job-card.tsx';
import frame from '../resource-edit.module.css';
import { beginApplication, importOptions, importsKey, retryImages } from './api.ts';
import { ColumnsCard } from './columns-card.tsx';
import entry from './entry.ts';
import styles from './import.module.css';
import { RowsCard } from './rows-card.tsx';
import { KINDS, STATES } from './words.ts';

export function ImportScreen({ id }: { id: string }) {
  const query = useQuery(importOptions(id));
  return (
    <div className={styles.screen}>
      <PageHeader
        back={
          <Link to={addressOf(entry)} className={frame.back}>
            <ChevronLeft size={16} aria-hidden />
            {entry.many}
          </Link>
        }
        title={query.data?.name ?? t`Import`}
        description={query.data && `${KINDS[query.data.kind]} · ${STATES[query.data.state]}`}
      />
      <Loaded query={query} skeleton={<Skeleton height="24rem" />}>
        {(found) => <Steps found={found} />}
      </Loaded>
    </div>
  );
}

function Steps({ found }: { found: ShopImportOut }) {
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { state } = found;
  const before = useRef(state);
  useEffect(() => {
    // What was imported is on other screens, too.
    if (before.current !== state && state === 'done') void queryClient.invalidateQueries();
    before.current = state;
  }, [state, queryClient]);
  const act = async (call: () => Promise<unknown>) => {
    setAsking(true);
    try {
      await call();
    } catch (error) {
      toast.error(error);
    }
    await queryClient.invalidateQueries({ queryKey: importsKey });
    setAsking(false);
  };
  const [isMapping, setMapping] = useState(false);
  if (state === 'planning' || state === 'applying') return <Busy found={found} act={act} />;
  const showsColumns = state === 'uploaded' || state === 'failed' || (state === 'planned' && isMapping);
  return (
    <>
      {found.fault && (
        <p className={styles.fault} role="alert">
          {found.fault}
        </p>
      )}
      {found.wasCancelled && <p className={styles.note}>{t`It was cancelled. Nothing has changed.`}</p>}
      {showsColumns && (
        <ColumnsCard found={found} isBusy={isAsking} act={act} onBegun={() => setMapping(false)} />
      )}
      {state === 'planned' && !isMapping && (
        <Confirm found={found} isBusy={isAsking} act={act} onColumns={() => setMapping(true)} />
      )}
      {state === 'done' && <Done found={found} isBusy={isAsking} act={act} />}
      {(state === 'planned' || state === 'done') && !isMapping && <RowsCard found={found} />}
    </>
  );
}

interface StepProps {
  found: ShopImportOut;
  act: (call: () => Promise<unknown>) => Promise<void>;
}

function Busy({ found, act }: StepProps) {
  const jobId = found.jobId ?? '';
  const job = useQuery({
    ...ecomJobsGetOptions({ path: { job_id: jobId } }),
    enabled: jobId !== '',
    refetchInterval: 1_000,
  });
  return (
    <JobCard
      label={STATES[found.state]}
      actions={
        mayWrite(entry) && (
          <Button
            disabled={jobId === ''}
            onClick={() => void act(() => ecomJobsCancel({ path: { job_id: jobId } }))}
          >{t`Cancel`}</Button>
        )
      }
    >
      <JobProgress label={STATES[found.state]} message={job.data?.message} progress={job.data?.progress} />
    </JobCard>
  );
}

function Confirm({ found, isBusy, act, onColumns }: StepProps & { isBusy: boolean; onColumns: () => void }) {
  const { create = 0, change = 0, error = 0 } = found.counts;
  const count = create + change;
  return (
    <JobCard
      label={t`Confirm the import`}
      actions={
        mayWrite(entry) && (
          <>
            <Button disabled={isBusy} onClick={onColumns}>{t`Change columns`}</Button>
            <Button
              variant="filled"
              loading={isBusy}
              disabled={count === 0}
              onClick={() => void act(() => beginApplication(found.id))}
            >
              {count === 1 ? t`Import 1 row` : t`Import ${count} rows`}
            </Button>
          </>
        )
      }
    >
      <p>
        {count === 0
          ? t`There is nothing to import: the shop has all of it already, or no row can be imported.`
          : t`Nothing has changed yet. This is what the import will do, all of it at once.`}
      </p>
      {error > 0 && <p>{t`Rows with errors are left out, with the product that they belong to.`}</p>}
    </JobCard>
  );
}

function Done({ found, isBusy, act }: StepProps & { isBusy: boolean }) {
  const { create = 0, change = 0 } = found.counts;
  const faults = found.imageFaults;
  return (
    <>
      <JobCard
        label={t`Result of the import`}
        actions={
          <Button
            component={Link}
            to={found.kind === 'products' ? '/cms-ecom/products' : '/cms-ecom/tax-rates'}
          >
            {found.kind === 'products' ? t`Show products` : t`Show tax rates`}
          </Button>
        }
      >
        <p>{t`Imported: ${create} new and ${change} changed rows.`}</p>
        {found.imagesLeft > 0 && <p>{t`Images of ${found.imagesLeft} products are still being fetched.`}</p>}
      </JobCard>
      {faults.length > 0 && (
        <section className={styles.card} aria-label={t`Missing images`}>
          <h2 className={styles.title}>{t`Missing images`}</h2>
          <ul className={styles.list}>
            {faults.map(({ row, address, detail }) => (
              <li key={`${row} ${address}`} className={styles.item}>
                <span className={styles.address}>{address}</span>
                <span className={styles.soft}>{t`Row ${row}: ${detail}`}</span>
              </li>
            ))}
          </ul>
          {mayWrite(entry) && found.imagesLeft === 0 && (
            <div className={styles.actions}>
              <Button loading={isBusy} onClick={() => void act(() => retryImages(found.id))}>
                {t`Fetch them again`}
              </Button>
            </div>
          )}
        </section>
      )}
    </>
  );
}
