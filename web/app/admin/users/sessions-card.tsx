import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { endAllSessions, endSession, listSessionsOptions, type UserRecord } from '../../api/users.ts';
import { deviceInWords } from '../../identity/device.ts';
import { Badge } from '../../ui/badge.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { Card, CardItem, CardList } from '../card.tsx';
import { useRefreshUsers } from './use-refresh-users.ts';
import styles from './users.module.css';

export function SessionsCard({ user }: { user: UserRecord }) {
  const query = useQuery(listSessionsOptions(user.id));
  const refresh = useRefreshUsers();
  const sessions = query.data;

  const end = async (send: () => Promise<void>, done: string) => {
    try {
      await send();
      toast.success(done);
    } catch (error) {
      toast.error(error);
    }
    await refresh();
  };
  return (
    <Card
      title={t`Sessions`}
      description={t`Where they are logged in. A session that you end stops working at once.`}
      actions={
        sessions &&
        sessions.length > 1 && (
          <Button onClick={() => void end(() => endAllSessions(user.id), t`All sessions were ended.`)}>
            {t`End all`}
          </Button>
        )
      }
    >
      {query.isError && !query.data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : !sessions ? (
        <Skeleton height="2.25rem" />
      ) : sessions.length === 0 ? (
        <p className={styles.text}>{t`None.`}</p>
      ) : (
        <CardList label={t`Sessions`}>
          {sessions.map((session) => (
            <CardItem
              key={session.id}
              title={
                <>
                  {deviceInWords(session.device)}{' '}
                  {session.isCurrent && <Badge tone="good">{t`This one`}</Badge>}
                </>
              }
              actions={
                <Button
                  aria-label={t`End the session: ${deviceInWords(session.device)}`}
                  onClick={() => void end(() => endSession(user.id, session.id), t`The session was ended.`)}
                >
                  {t`End`}
                </Button>
              }
            >
              {t`Last used`} <RelativeTime moment={session.lastUsedAt} />
              {t`, logged in`} <RelativeTime moment={session.createdAt} />
              {session.address && t` from ${session.address}`}
            </CardItem>
          ))}
        </CardList>
      )}
    </Card>
  );
}
