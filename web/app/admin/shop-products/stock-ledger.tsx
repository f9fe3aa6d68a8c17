/** What has changed the stock of one or several variants: when, why and by whom, the latest first and a page at a time. */
import { t } from '@lingui/core/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { stockListOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import type { GroupOut, StockMovementOut } from '../../api/generated/index.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { addressOf } from '../define-entry.ts';
import { NumberedPages } from '../numbered-pages.tsx';
import orders from '../shop-orders/entry.ts';
import { SteadyHeight } from '../steady-height.tsx';
import styles from './shop-products.module.css';
import { REASONS } from './words.ts';

const AT_ONCE = 10;
/** Variants that the service is asked for at a time. */
const MOST_VARIANTS = 50;

const signed = (change: number) => (change > 0 ? `+${change}` : String(change).replace('-', '−'));

interface StockLedgerProps {
  productIds: string[];
  /** Of several variants, each line says whose it is. */
  namesVariants?: boolean;
}

export function StockLedger({ productIds, namesVariants = false }: StockLedgerProps) {
  const [page, setPage] = useState(1);
  const query = useQuery({
    ...stockListOptions({
      query: { 'product-id': productIds, start: (page - 1) * AT_ONCE, limit: AT_ONCE },
    }),
    placeholderData: keepPreviousData,
  });
  return (
    <section
      className={styles.ledger}
      aria-label={t`Stock changes`}
      aria-busy={query.isPlaceholderData || undefined}
    >
      <Loaded query={query} skeleton={<Skeleton height="6rem" />}>
        {({ results, total }) => (
          <>
            {total === 0 ? (
              <p className={styles.quiet}>{t`Nothing has changed the stock yet.`}</p>
            ) : (
              <SteadyHeight of={productIds.join()} isPaged={total > AT_ONCE}>
                <Movements movements={results} namesVariants={namesVariants} />
              </SteadyHeight>
            )}
            <NumberedPages total={total} size={AT_ONCE} page={page} onPage={setPage} />
          </>
        )}
      </Loaded>
    </section>
  );
}

interface MovementsProps {
  movements: StockMovementOut[];
  namesVariants: boolean;
}

function Movements({ movements, namesVariants }: MovementsProps) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t`When`}</th>
          {namesVariants && <th scope="col">{t`SKU`}</th>}
          <th scope="col">{t`Why`}</th>
          <th scope="col">{t`Who`}</th>
          <th scope="col" data-number>{t`Change`}</th>
          <th scope="col" data-number>{t`After`}</th>
        </tr>
      </thead>
      <tbody>
        {movements.map((movement) => (
          <tr key={movement.id}>
            <td>
              <RelativeTime moment={movement.at} />
            </td>
            {namesVariants && <td>{movement.sku}</td>}
            <td>
              <Reason movement={movement} />
            </td>
            <td>{whoIn(movement)}</td>
            <td data-number>{signed(movement.change)}</td>
            <td data-number>{movement.stockAfter}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Nobody is named where a guest has ordered, or where the site has given back by itself what nobody paid for. */
function whoIn({ actorId, actorName, orderId }: StockMovementOut): string {
  if (actorName) return actorName;
  if (actorId) return orderId ? t`A member` : t`Shop staff`;
  return '–';
}

function Reason({ movement: { reason, note, orderId } }: { movement: StockMovementOut }) {
  const words = REASONS[reason] ?? reason;
  return (
    <>
      {orderId ? <Link to={addressOf(orders, orderId)}>{words}</Link> : words}
      {note && ` · ${note}`}
    </>
  );
}

/** Of a whole product, below its form. Nothing where no stock is tracked. */
export function ProductStock({ products }: Pick<GroupOut, 'products'>) {
  if (!products.some(({ tracksStock }) => tracksStock)) return null;
  return (
    <section className={styles.history}>
      <h2>{t`Stock changes`}</h2>
      {products.length > MOST_VARIANTS ? (
        <p
          className={styles.quiet}
        >{t`The product has many variants. Those of each are under its “More”.`}</p>
      ) : (
        <StockLedger productIds={products.map(({ id }) => id)} namesVariants={products.length > 1} />
      )}
    </section>
  );
}
