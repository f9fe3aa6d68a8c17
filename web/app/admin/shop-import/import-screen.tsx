/** /cms-ecom/import/{id}: its columns, what it would do row by row, and what it has done. */
import { plural, t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronLeft } from 'lucide-react';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { ecomJobsGetOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import { ecomJobsCancel, type JobOut, type ShopImportOut } from '../../api/generated/index.ts';
import { isMissing, ProblemError } from '../../api/problem.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { addressOf } from '../define-entry.ts';
import { mayWrite } from '../define-resource.ts';
import { JobCard, JobProgress, useKeyboardKept } from '../job-card.tsx';
import frame from '../resource-edit.module.css';
import { useJob } from '../use-job.ts';
import {
  beginApplication,
  beginPlan,
  importOptions,
  importsKey,
  isUnderWay,
  retryImages,
  rowsShown,
} from './api.ts';
import { type Choice, ColumnsCard } from './columns-card.tsx';
import entry from './entry.ts';
import styles from './import.module.css';
import { MissingImages } from './missing-images.tsx';
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
  const job = useImportJob(found, () => void queryClient.invalidateQueries({ queryKey: importsKey }));
  const now = `${state} ${found.isUnderWay}`;
  const before = useRef(now);
  useEffect(() => {
    // What was imported is on other screens, too, and so are its images.
    if (before.current !== now && state === 'done') void queryClient.invalidateQueries();
    before.current = now;
  }, [now, state, queryClient]);
  const act = async (call: () => Promise<unknown>, onError: (error: unknown) => void = toast.error) => {
    setAsking(true);
    let refused: { error: unknown } | undefined;
    try {
      await call();
    } catch (error) {
      refused = { error };
    }
    await queryClient.invalidateQueries({ queryKey: importsKey });
    setAsking(false);
    // Not before the button can be pressed again.
    if (refused) onError(refused.error);
    return !refused;
  };
  const [isMapping, setMapping] = useState(false);
  // Kept here, since the card goes while something is under way: what was chosen is lost to no refusal and no other tab.
  const [choice, setChoice] = useState<Choice>();
  const [refusal, setRefusal] = useState<unknown>();
  const refuse = (error: unknown) => {
    // Somebody else may have begun something meanwhile, as was read since: then there is no card to say it in.
    const read = queryClient.getQueryData(importOptions(found.id).queryKey);
    const isRefused = error instanceof ProblemError && error.status >= 400 && error.status < 500;
    if (isRefused && read && hasColumns(read, isMapping)) setRefusal(error);
    else toast.error(error);
  };
  useEffect(() => {
    // What it was refused for is over once anything has been done.
    if (!canPlan(state)) setRefusal(undefined);
  }, [state]);
  const begin = async ({ columns, fetchesImages }: Choice) => {
    setRefusal(undefined);
    if (!(await act(() => beginPlan(found.id, columns, fetchesImages), refuse))) return;
    setChoice(undefined);
    setMapping(false);
  };
  const place = useRef<HTMLDivElement>(null);
  useKeyboardKept(place, stepIn);
  const isBusy = state === 'planning' || state === 'applying';
  const step = isBusy
    ? busyStep(found, act, job)
    : state === 'planned' && !isMapping
      ? planStep(found, act, isAsking, () => setMapping(true))
      : state === 'done' && doneStep(found);
  return (
    <div ref={place} tabIndex={-1}>
      {!isBusy && found.fault && (
        <p className={styles.fault} role="alert">
          {found.fault}
        </p>
      )}
      {!isBusy && found.wasCancelled && (
        <p className={styles.note}>{t`The import was cancelled. Nothing has changed.`}</p>
      )}
      {hasColumns(found, isMapping) && (
        <ColumnsCard
          found={found}
          choice={choice}
          isBusy={isAsking}
          refusal={refusal}
          onChoose={setChoice}
          onBegin={(chosen) => void begin(chosen)}
        />
      )}
      {/* The same card at each step: it is where the keyboard is, and what is read out. */}
      {step && <JobCard {...step} />}
      {state === 'done' && <ImagesLeft found={found} isBusy={isAsking} act={act} />}
      {(state === 'planned' || state === 'done') && !isMapping && (
        <RowsCard key={rowsShown(found)} found={found} />
      )}
    </div>
  );
}

/** Whether a preview can be begun: the service refuses it in all other states. */
const canPlan = (state: ShopImportOut['state']): boolean =>
  state === 'uploaded' || state === 'planned' || state === 'failed';

/** Whether the card of the columns is shown; above a preview it is where they are being changed. */
const hasColumns = ({ state }: ShopImportOut, isMapping: boolean): boolean =>
  canPlan(state) && (state !== 'planned' || isMapping);

/** Where the keyboard goes when the button that had it has gone with its step. */
const stepIn = (place: HTMLElement): HTMLElement =>
  place.querySelector<HTMLElement>('[aria-live][tabindex]') ?? place;

type Step = Pick<ComponentProps<typeof JobCard>, 'label' | 'actions' | 'children'>;
type Act = (call: () => Promise<unknown>) => Promise<boolean>;

function busyStep(found: ShopImportOut, act: Act, job: JobOut | undefined): Step {
  const jobId = found.jobId ?? '';
  return {
    label: STATES[found.state],
    actions: job?.isCancellable && (
      <Button onClick={() => void act(() => ecomJobsCancel({ path: { job_id: jobId } }))}>{t`Cancel`}</Button>
    ),
    children: <JobProgress label={STATES[found.state]} message={job?.message} progress={job?.progress} />,
  };
}

/** The job that does what is under way: told of as it goes, and asked for until then. */
function useImportJob(found: ShopImportOut, onEnd: () => void): JobOut | undefined {
  const jobId = isUnderWay(found) ? (found.jobId ?? '') : '';
  const announced = useJob('ecom', jobId || undefined, onEnd);
  const query = useQuery({
    ...ecomJobsGetOptions({ path: { job_id: jobId } }),
    enabled: jobId !== '' && announced === undefined,
    // A job is told of to who has begun it: to others it is not there, however often they ask.
    refetchInterval: ({ state }) => (isMissing(state.error) ? false : 1_000),
  });
  return announced ?? query.data;
}

function planStep(found: ShopImportOut, act: Act, isBusy: boolean, onColumns: () => void): Step {
  const { create = 0, change = 0, error = 0 } = found.counts;
  const count = create + change;
  return {
    label: mayWrite(entry) ? t`Confirm the import` : t`Preview of the import`,
    actions: mayWrite(entry) && (
      <>
        <Button disabled={isBusy} onClick={onColumns}>{t`Change columns`}</Button>
        <Button
          variant="filled"
          loading={isBusy}
          disabled={count === 0}
          onClick={() => void act(() => beginApplication(found))}
        >
          {t`${plural(count, { one: 'Import # row', other: 'Import # rows' })}`}
        </Button>
      </>
    ),
    children: (
      <>
        <p>
          {count === 0
            ? t`There is nothing to import: the shop is already up to date, or no row can be imported.`
            : mayWrite(entry)
              ? t`Nothing has changed yet. This is what the import will do.`
              : t`Nothing has changed. This is what the import would do.`}
        </p>
        {error > 0 && <p>{t`Rows with errors are left out, with the product that they belong to.`}</p>}
      </>
    ),
  };
}

function doneStep(found: ShopImportOut): Step {
  const { create = 0, change = 0 } = found.counts;
  return {
    label: t`Result of the import`,
    actions: (
      <Button component={Link} to={found.kind === 'products' ? '/cms-ecom/products' : '/cms-ecom/tax-rates'}>
        {found.kind === 'products' ? t`Show products` : t`Show tax rates`}
      </Button>
    ),
    children: (
      <>
        <p>{t`Imported: ${create} new and ${change} changed rows.`}</p>
        {found.imagesLeft > 0 && found.isUnderWay && (
          <p>{t`Images of ${found.imagesLeft} products are still being fetched.`}</p>
        )}
      </>
    ),
  };
}

function ImagesLeft({ found, isBusy, act }: { found: ShopImportOut; isBusy: boolean; act: Act }) {
  if (found.imagesMissing === 0 && (found.imagesLeft === 0 || found.isUnderWay)) return null;
  return (
    <MissingImages
      key={`${found.imagesMissing} ${found.imagesLeft}`}
      found={found}
      isBusy={isBusy}
      onRetry={() => void act(() => retryImages(found.id))}
    />
  );
}
