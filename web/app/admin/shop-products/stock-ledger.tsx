/** What has changed the stock of a variant: the latest, and more of it when asked. */
import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { stockListOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import styles from './shop-products.module.css';
import { REASONS } from './words.ts';

const FEW = 10;
const MOST = 100;

const signed = (change: number) => (change > 0 ? `+${change}` : String(change).replace('-', '−'));

export function StockLedger({ productId }: { productId: string }) {
  const [limit, setLimit] = useState(FEW);
  const { data, error, refetch } = useQuery({
    ...stockListOptions({ query: { 'product-id': [productId], limit } }),
    placeholderData: (before) => before,
  });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height="6rem" />;
  return (
    <section className={styles.ledger} aria-label={t`Stock movements`}>
      {data.results.length === 0 && <p className={styles.quiet}>{t`Nothing has changed the stock yet.`}</p>}
      {data.results.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">{t`When`}</th>
              <th scope="col">{t`Why`}</th>
              <th scope="col">{t`Change`}</th>
              <th scope="col">{t`After`}</th>
            </tr>
          </thead>
          <tbody>
            {data.results.map((movement) => (
              <tr key={movement.id}>
                <td>
                  <RelativeTime moment={movement.at} />
                </td>
                <td>
                  {[REASONS[movement.reason], movement.note, movement.actorName].filter(Boolean).join(' · ')}
                </td>
                <td>{signed(movement.change)}</td>
                <td>{movement.stockAfter}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {data.total > limit && limit < MOST && (
        <Button size="md" variant="subtle" onClick={() => setLimit(MOST)}>
          {t`Show more`}
        </Button>
      )}
    </section>
  );
}
