import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type Account,
  type ApiToken,
  apiTokensOptions,
  type NewApiToken,
  revokeApiToken,
} from '../../api/identity.ts';
import { confirm } from '../../ui/confirm.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { Card, CardList } from '../card.tsx';
import { TokenItem } from '../token-item.tsx';
import styles from './account.module.css';
import { MadeTokenDialog, NewTokenDialog } from './new-token-dialog.tsx';
import { useAct, useRefreshAccount } from './use-act.ts';

export function ApiTokensCard({ account }: { account: Account }) {
  const query = useQuery(apiTokensOptions());
  const [isOpen, setOpen] = useState(false);
  const [made, setMade] = useState<NewApiToken | null>(null);
  const act = useAct();
  const refresh = useRefreshAccount();
  const tokens = query.data;

  const revoke = async (token: ApiToken) => {
    const isSure = await confirm({
      title: t`Revoke the token?`,
      message: t`Programs that use “${token.name}” lose access immediately. To give them access again, create a new token.`,
      confirmLabel: t`Revoke`,
      isDangerous: true,
    });
    if (isSure) await act(() => revokeApiToken(token), t`“${token.name}” was revoked.`);
  };
  return (
    <Card
      title={t`API tokens`}
      description={t`Let other programs act for you, within the scopes that you give them.`}
      actions={<Button onClick={() => setOpen(true)}>{t`New token`}</Button>}
    >
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
      {isOpen && (
        <NewTokenDialog
          scopes={account.user.scopes}
          onClose={() => setOpen(false)}
          onMade={(token) => {
            setOpen(false);
            setMade(token);
            void refresh();
          }}
        />
      )}
      {made && <MadeTokenDialog token={made} onClose={() => setMade(null)} />}
    </Card>
  );
}
