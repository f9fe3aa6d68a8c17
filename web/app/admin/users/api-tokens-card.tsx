import { useQuery } from '@tanstack/react-query';
import {
  type ApiTokenRecord,
  listApiTokensOptions,
  revokeApiToken,
  type UserRecord,
} from '../../api/users.ts';
import { confirm } from '../../ui/confirm.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { Card, CardList } from '../card.tsx';
import { TokenItem } from '../token-item.tsx';
import { useRefreshUsers } from './use-refresh-users.ts';
import styles from './users.module.css';

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
            <TokenItem key={token.id} token={token} onRevoke={() => void revoke(token)} />
          ))}
        </CardList>
      )}
    </Card>
  );
}
