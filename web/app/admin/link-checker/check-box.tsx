/** The check of all links: begun, watched and cancelled here, and what it came to. */
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Search, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { NavLink } from 'react-router';
import { linksGetLatestCheckOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import { type CheckOut, linksCancelCheck, linksStartCheck } from '../../api/generated/index.ts';
import { isFollowed } from '../../api/job-stream.ts';
import { linksKey } from '../../api/links.ts';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { toast } from '../../ui/toast.ts';
import { addressOf } from '../define-entry.ts';
import { JobCard, JobProgress } from '../job-card.tsx';
import places from '../link-places/entry.ts';
import { useJob } from '../use-job.ts';
import styles from './check-box.module.css';
import entry from './entry.ts';
import { FixDialogs } from './fix-dialogs.tsx';

/** Milliseconds between two looks at a check that is under way and not told of by itself. */
const LOOK_EVERY = 1_000;

const jobIdOf = (check: CheckOut | null | undefined) =>
  check?.state === 'running' ? check.job.split('/').at(-1) : undefined;

function useCheck() {
  const client = useQueryClient();
  const query = useQuery({
    ...linksGetLatestCheckOptions(),
    refetchInterval: ({ state }) => {
      const id = jobIdOf(state.data?.check);
      return id && !isFollowed(id) ? LOOK_EVERY : false;
    },
  });
  const check = query.data?.check ?? undefined;
  const isRunning = check?.state === 'running';
  const job = useJob(
    'content',
    jobIdOf(check),
    () => void client.invalidateQueries({ queryKey: linksGetLatestCheckOptions().queryKey }),
  );
  const wasRunning = useRef(false);
  useEffect(() => {
    if (wasRunning.current && !isRunning) void client.invalidateQueries({ queryKey: linksKey });
    wasRunning.current = isRunning;
  }, [isRunning, client]);
  const act = async (call: () => Promise<unknown>) => {
    try {
      await call();
    } catch (error) {
      toast.error(error);
    }
    await client.invalidateQueries({ queryKey: linksKey });
  };
  const { data, isError } = query;
  return { check, job, isRunning, isKnown: data !== undefined, isLost: isError && !data, act };
}

/** Stands above both lists of links. */
export function CheckBox() {
  const { check, job, isRunning, isKnown, isLost, act } = useCheck();
  return (
    <>
      <JobCard
        label={t`Check of all links`}
        actions={
          isRunning ? (
            <Button
              size="md"
              leftSection={<X size={16} aria-hidden />}
              onClick={() => void act(linksCancelCheck)}
            >
              {t`Cancel`}
            </Button>
          ) : (
            <Button
              size="md"
              variant="filled"
              leftSection={<Search size={16} aria-hidden />}
              disabled={!isKnown}
              onClick={() => void act(linksStartCheck)}
            >
              {t`Check all links`}
            </Button>
          )
        }
      >
        {isLost ? (
          <NotLoaded />
        ) : check && isRunning ? (
          <JobProgress label={t`Progress of the check`} {...(job ?? check)} />
        ) : (
          isKnown && (check ? <Outcome check={check} /> : <p>{t`Your links have not been checked yet.`}</p>)
        )}
      </JobCard>
      <nav className={styles.tabs} aria-label={t`Group links`}>
        <NavLink to={addressOf(entry)} end>{t`By address`}</NavLink>
        <NavLink to={addressOf(places)}>{t`By page`}</NavLink>
      </nav>
      <FixDialogs />
    </>
  );
}

function Outcome({ check: { state, finishedAt, startedAt, pages, links } }: { check: CheckOut }) {
  const moment = <RelativeTime moment={finishedAt ?? startedAt} />;
  if (state === 'failed')
    return (
      <p>
        <Trans>The last check failed {moment}. Its results up to then are shown.</Trans>
      </p>
    );
  if (state === 'cancelled')
    return (
      <p>
        <Trans>The last check was cancelled {moment}. Its results up to then are shown.</Trans>
      </p>
    );
  const onPages = plural(pages ?? 0, { one: '# page', other: '# pages' });
  const addresses = plural(links ?? 0, { one: '# address', other: '# addresses' });
  return (
    <p>
      <Trans>
        Last checked {moment}: {addresses} on {onPages}.
      </Trans>
    </p>
  );
}
