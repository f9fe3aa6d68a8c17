/**
 * /oauth2/callback/google?code=&state=: Google sends an administrator who connects the site with their
 * analytics back here.
 */
import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { analyticsAuthorise } from '../api/generated/index.ts';
import { ProblemError } from '../api/problem.ts';
import { useHasScope } from '../session/use-session.ts';
import { FormProblem } from '../ui/form-problem.tsx';
import { Loading } from '../ui/states.tsx';
import { toast } from '../ui/toast.ts';
import styles from './entry-form.module.css';
import { EntryLayout } from './entry-layout.tsx';

const ANALYTICS = '/cms-admin/analytics';

function Ended({ title, children, lead }: { title: string; lead?: string; children?: ReactNode }) {
  return (
    <EntryLayout title={title} lead={lead}>
      <div className={styles.ways}>
        {children}
        <Button component={Link} to={ANALYTICS} size="lg" fullWidth variant="filled">
          {t`Back to Analytics`}
        </Button>
      </div>
    </EntryLayout>
  );
}

/** Each code is good once: it is sent once, however often this is drawn. */
function Connecting({ code, state }: { code: string; state: string }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { isSuccess, error } = useQuery({
    queryKey: ['google-callback', code, state],
    queryFn: async () => {
      await analyticsAuthorise({ body: { code, state } });
      return true;
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  useEffect(() => {
    if (!isSuccess) return;
    toast.success(t`The site is connected with Google.`);
    void client.invalidateQueries({ queryKey: [{ tags: ['analytics'] }] });
    void navigate(ANALYTICS, { replace: true });
  }, [isSuccess, client, navigate]);
  if (error)
    return (
      <Ended title={t`The site was not connected`}>
        <FormProblem problem={error instanceof ProblemError ? error : undefined} />
      </Ended>
    );
  return (
    <EntryLayout title={t`Connecting with Google`}>
      <Loading />
    </EntryLayout>
  );
}

/** What Google has sent, which is in no history and in no address that somebody passes on once it is read. */
function useSent(isReader: boolean): URLSearchParams {
  const [search, setSearch] = useSearchParams();
  const [sent] = useState(search);
  useEffect(() => {
    if (isReader && search.size > 0) setSearch({}, { replace: true });
  }, [isReader, search, setSearch]);
  return sent;
}

export function GoogleCallbackScreen() {
  const mayConnect = useHasScope('admin');
  const sent = useSent(mayConnect);
  const code = sent.get('code');
  const state = sent.get('state');
  if (!mayConnect)
    return (
      <EntryLayout
        title={t`You cannot open this`}
        lead={t`Only an administrator can connect the site with Google.`}
      >
        <div className={styles.ways}>
          <Button component={Link} to="/cms-admin" size="lg" fullWidth>
            {t`Go to the admin`}
          </Button>
        </div>
      </EntryLayout>
    );
  if (sent.get('error') === 'access_denied')
    return (
      <Ended title={t`The site was not connected`} lead={t`Google was not allowed to share the analytics.`} />
    );
  if (!code || !state)
    return (
      <Ended title={t`The site was not connected`} lead={t`Google’s answer is incomplete. Connect again.`} />
    );
  return <Connecting code={code} state={state} />;
}
