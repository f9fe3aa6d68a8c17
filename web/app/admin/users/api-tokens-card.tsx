import { t } from '@lingui/core/macro';
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
      title: t`Revoke the token?`,
      message: t`Programs that use “${name}” lose access immediately. To give them access again, create a new token.`,
      confirmLabel: t`Revoke`,
      isDangerous: true,
    });
    if (!isSure) return;
    try {
      await revokeApiToken(user.id, id);
      toast.success(t`“${name}” was revoked.`);
    } catch (error) {
      toast.error(error);
    }
    await refresh();
  };
  return (
    <Card title={t`API tokens`} description={t`Other programs use these tokens to act for them.`}>
      {query.isError && !query.data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : !tokens ? (
        <Skeleton height="2.25rem" />
      ) : tokens.length === 0 ? (
        <p className={styles.text}>{t`None.`}</p>
      ) : (
        <CardList label={t`API tokens`}>
          {tokens.map((token) => (
            <TokenItem key={token.id} token={token} onRevoke={() => void revoke(token)} />
          ))}
        </CardList>
      )}
    </Card>
  );
}
