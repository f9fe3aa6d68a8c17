import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Monitor, Smartphone } from 'lucide-react';
import { endOtherSessions, endOwnSession, type OwnSession, ownSessionsOptions } from '../../api/identity.ts';
import { deviceInWords, isHandheld } from '../../identity/device.ts';
import { Badge } from '../../ui/badge.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { Card, CardItem, CardList } from '../card.tsx';
import styles from './account.module.css';
import { useAct } from './use-act.ts';

function SessionItem({ session, onEnd }: { session: OwnSession; onEnd: () => void }) {
  const device = deviceInWords(session.device);
  const Icon = isHandheld(session.device) ? Smartphone : Monitor;
  return (
    <CardItem
      title={
        <span className={styles.named}>
          <Icon size={16} aria-hidden />
          {device} {session.isCurrent && <Badge tone="good">{t`This one`}</Badge>}
        </span>
      }
      actions={
        // The present one ends by logging out.
        !session.isCurrent && (
          <Button aria-label={t`End the session: ${device}`} onClick={onEnd}>
            {t`End`}
          </Button>
        )
      }
    >
      {t`Last used`} <RelativeTime moment={session.lastUsedAt} />
      {t`, logged in`} <RelativeTime moment={session.createdAt} />
      {session.address && t` from ${session.address}`}
    </CardItem>
  );
}

export function SessionsCard() {
  const query = useQuery(ownSessionsOptions());
  const act = useAct();
  const sessions = query.data;
  const hasOthers = sessions?.some(({ isCurrent }) => !isCurrent);
  return (
    <Card
      title={t`Sessions`}
      description={t`Where you are logged in. A session that you end stops working at once.`}
      actions={
        hasOthers && (
          <Button onClick={() => void act(endOtherSessions, t`All other sessions were ended.`)}>
            {t`End all others`}
          </Button>
        )
      }
    >
      {query.isError && !query.data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : !sessions ? (
        <Skeleton height="2.25rem" />
      ) : (
        <CardList label={t`Sessions`}>
          {sessions.map((session) => (
            <SessionItem
              key={session.id}
              session={session}
              onEnd={() => void act(() => endOwnSession(session), t`The session was ended.`)}
            />
          ))}
        </CardList>
      )}
    </Card>
  );
}
