import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  type ApiTokenRecord,
  listApiTokensOptions,
  revokeApiToken,
  type UserRecord,
} from '../../api/users.ts';
import { Badge } from '../../ui/badge.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { Card, CardItem, CardList } from '../card.tsx';
import { useRefreshUsers } from './use-refresh-users.ts';
import styles from './users.module.css';

function TokenState({ token }: { token: ApiTokenRecord }) {
  if (token.revokedAt) return <Badge tone="danger">Revoked</Badge>;
  if (new Date(token.expiresAt) <= new Date()) return <Badge>Expired</Badge>;
  return null;
}

function Token({ token, onRevoke }: { token: ApiTokenRecord; onRevoke: () => void }) {
  return (
    <CardItem
      title={
        <>
          {token.name} <code className={styles.code}>{token.start}…</code> <TokenState token={token} />
        </>
      }
      actions={
        <Button color="danger" aria-label={`Revoke ${token.name}`} onClick={onRevoke}>
          Revoke
        </Button>
      }
    >
      {token.scopes.length > 0 ? token.scopes.join(', ') : 'Without scopes'}. Expires{' '}
      <RelativeTime moment={token.expiresAt} />,{' '}
      {token.lastUsedAt ? (
        <>
          last used <RelativeTime moment={token.lastUsedAt} />
        </>
      ) : (
        'never used'
      )}
      .
    </CardItem>
  );
}

export function ApiTokensCard({ user }: { user: UserRecord }) {
  const query = useQuery(listApiTokensOptions(user.id));
  const refresh = useRefreshUsers();
  const tokens = query.data?.results;

  const revoke = async ({ id, name }: ApiTokenRecord) => {
    const isSure = await confirm({
      title: 'Revoke the token?',
      message: `Whatever program uses “${name}” is refused from now on. A new token has to be made to let it in again.`,
      confirmLabel: 'Revoke',
      isDangerous: true,
    });
    if (!isSure) return;
    try {
      await revokeApiToken(user.id, id);
      toast.success(`“${name}” was revoked.`);
    } catch (error) {
      toast.error(error);
    }
    await refresh();
  };
  return (
    <Card title="API tokens" description="What other programs act for them with.">
      {query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : !tokens ? (
        <Skeleton height="2.25rem" />
      ) : tokens.length === 0 ? (
        <p className={styles.text}>None.</p>
      ) : (
        <CardList label="API tokens">
          {tokens.map((token) => (
            <Token key={token.id} token={token} onRevoke={() => void revoke(token)} />
          ))}
        </CardList>
      )}
    </Card>
  );
}
