import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ApiTokenOut } from '../api/generated/index.ts';
import { isScopeShown } from '../api/scope-names.ts';
import { siteOptions } from '../api/site.ts';
import { Badge } from '../ui/badge.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { CardItem } from './card.tsx';
import styles from './token-item.module.css';

function TokenState({ token }: { token: ApiTokenOut }) {
  if (token.revokedAt) return <Badge tone="danger">{t`Revoked`}</Badge>;
  if (new Date(token.expiresAt) <= new Date()) return <Badge>{t`Expired`}</Badge>;
  return null;
}

/** An API token on a card: what it may do, and for how long yet. */
export function TokenItem({ token, onRevoke }: { token: ApiTokenOut; onRevoke: () => void }) {
  const { data: site } = useQuery(siteOptions());
  const scopes = token.scopes.filter((scope) => isScopeShown(scope, site?.hasCRM ?? false));
  return (
    <CardItem
      title={
        <>
          {token.name} <code className={styles.start}>{token.start}…</code> <TokenState token={token} />
        </>
      }
      actions={
        <Button color="danger" aria-label={t`Revoke ${token.name}`} onClick={onRevoke}>
          {t`Revoke`}
        </Button>
      }
    >
      <Trans>{scopes.length > 0 ? scopes.join(', ') : t`Without scopes`}. Expires</Trans>{' '}
      <RelativeTime moment={token.expiresAt} />,{' '}
      {token.lastUsedAt ? (
        <>
          {t`last used`} <RelativeTime moment={token.lastUsedAt} />
        </>
      ) : (
        t`never used`
      )}
      .
    </CardItem>
  );
}
