/** /cms-admin/analytics: who visited the site, once it is set up for Google Analytics and connected with it. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Unplug } from 'lucide-react';
import { Link } from 'react-router';
import {
  analyticsGetOptions,
  analyticsGetReportOptions,
} from '../../api/generated/@tanstack/react-query.gen.ts';
import type { GoogleStateOut } from '../../api/generated/index.ts';
import { ProblemError } from '../../api/problem.ts';
import { confirm } from '../../ui/confirm.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useAddressQuery } from '../../ui/use-address-query.ts';
import config from '../config/entry.ts';
import { addressOf } from '../define-entry.ts';
import { mayWrite } from '../define-resource.ts';
import styles from './analytics.module.css';
import { useConnect, useDisconnect } from './connect.ts';
import entry from './entry.ts';
import { type Asked, readAsked, searchOf } from './period.ts';
import { PeriodPicker } from './period-picker.tsx';
import { Report } from './report.tsx';

export function AnalyticsScreen() {
  const query = useQuery(analyticsGetOptions());
  const isReady = query.data?.isConfigured && query.data.isConnected;
  return (
    <>
      <PageHeader
        title={entry.many}
        description={entry.description}
        actions={query.data?.isConnected && mayWrite(entry) && <DisconnectButton />}
      />
      <Loaded query={query} skeleton={<Skeleton height="30rem" />}>
        {(state) => (isReady ? <Visits /> : <NotReady state={state} />)}
      </Loaded>
    </>
  );
}

function DisconnectButton() {
  const disconnect = useDisconnect();
  const ask = async () => {
    const isSure = await confirm({
      title: t`Disconnect from Google?`,
      message: t`To see visits here again, an administrator has to connect Google again. Data at Google is not lost.`,
      confirmLabel: t`Disconnect`,
    });
    if (isSure) disconnect.mutate();
  };
  return (
    <Button
      size="md"
      leftSection={<Unplug size={16} aria-hidden />}
      loading={disconnect.isPending}
      onClick={() => void ask()}
    >
      {t`Disconnect from Google`}
    </Button>
  );
}

/** Also in the place of a report, where the connection has ended at Google. */
function ConnectButton({ label }: { label: string }) {
  const connect = useConnect();
  return (
    <Button
      variant="filled"
      loading={connect.isPending || connect.isSuccess}
      onClick={() => connect.mutate()}
    >
      {label}
    </Button>
  );
}

function NotReady({ state }: { state: GoogleStateOut }) {
  if (!mayWrite(entry))
    return (
      <EmptyState icon={entry.icon} title={t`Analytics are not set up`}>
        <p>{t`An administrator can connect the site with Google Analytics here.`}</p>
      </EmptyState>
    );
  if (!state.isConfigured) return <SetUp redirectAddress={state.redirectAddress} />;
  return (
    <EmptyState
      icon={entry.icon}
      title={t`Connect the site with Google`}
      action={<ConnectButton label={t`Connect with Google`} />}
    >
      <p>{t`Log in with an account that may see your Analytics property. The site only reads its reports.`}</p>
    </EmptyState>
  );
}

function SetUp({ redirectAddress }: { redirectAddress: string }) {
  return (
    <EmptyState
      icon={entry.icon}
      title={t`Set up Google Analytics`}
      action={
        <Button component={Link} to={addressOf(config)} variant="filled">
          {t`Open the configuration`}
        </Button>
      }
    >
      <ol className={styles.steps}>
        <li>{t`In the Google Cloud console, turn on the “Google Analytics Data API” and create an OAuth client for a web application.`}</li>
        <li>
          <Trans>Give it this authorised redirect URI:</Trans>{' '}
          <span className={styles.address}>
            <code>{redirectAddress}</code>
            <CopyButton text={redirectAddress} />
          </span>
        </li>
        <li>{t`Enter its client ID and secret, and the ID of your Analytics property, in the configuration. Then connect here.`}</li>
      </ol>
    </EmptyState>
  );
}

function Visits() {
  const [search, setSearch] = useAddressQuery();
  const asked = readAsked(search);
  const query = useQuery({
    ...analyticsGetReportOptions({
      query: { 'start-date': asked.start, 'end-date': asked.end, path: asked.path || undefined },
    }),
    // Only by hand: what is wrong at Google mostly stays so for a while.
    retry: false,
    placeholderData: keepPreviousData,
  });
  const isLost = query.error instanceof ProblemError && query.error.code === 'google_not_connected';
  const onAsked = (changes: Partial<Asked>, isTyped = false) =>
    setSearch((current) => new URLSearchParams(searchOf({ ...readAsked(current), ...changes })), {
      replace: isTyped,
    });
  return (
    <div className={styles.parts}>
      <PeriodPicker asked={asked} onChange={onAsked} />
      {isLost && query.data === undefined ? (
        <EmptyState
          icon={Unplug}
          title={t`The connection to Google has ended`}
          action={mayWrite(entry) && <ConnectButton label={t`Connect again`} />}
        >
          <p>{t`The connection was revoked at Google or has expired. Existing data is still there.`}</p>
        </EmptyState>
      ) : (
        <Loaded query={query} skeleton={<Skeleton height="26rem" />}>
          {(report) => (
            <div className={styles.parts} aria-busy={query.isPlaceholderData}>
              <Report report={report} asked={asked} />
            </div>
          )}
        </Loaded>
      )}
    </div>
  );
}
