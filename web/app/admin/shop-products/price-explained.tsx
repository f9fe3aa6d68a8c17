/** What one of a variant costs somebody, and why each of its saved prices counts or does not. */
import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CircleHelp } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { pricesExplainOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import { faultsIn } from '../../fields/check.ts';
import { FieldInput, textIn } from '../../fields/inputs.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { screenFormats } from '../../words/screen-formats.ts';
import styles from './shop-products.module.css';
import { KINDS, WHYS } from './words.ts';

export function PriceExplained({ productId }: { productId: string }) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <Explanation productId={productId} />;
  return (
    <Button
      size="md"
      variant="subtle"
      className={styles.start}
      leftSection={<CircleHelp size={15} aria-hidden />}
      onClick={() => setOpen(true)}
    >
      {t`Explain the price…`}
    </Button>
  );
}

const HOW_MANY = {
  type: 'number',
  label: t`How many`,
  integer: true,
  min: 1,
  max: 1_000_000,
  required: true,
} as const;

function Explanation({ productId }: { productId: string }) {
  const [quantity, setQuantity] = useState<unknown>(1);
  const [at, setAt] = useState('');
  const [scope, setScope] = useState('');
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    // The button that had the keyboard is gone.
    section.current?.querySelector('input')?.focus();
  }, []);
  const isAsked = faultsIn(HOW_MANY, quantity).length === 0;
  const { data, error, refetch } = useQuery({
    ...pricesExplainOptions({
      path: { id: productId },
      query: {
        quantity: isAsked ? Number(quantity) : 1,
        ...(at && { at }),
        ...(scope && { scope: [scope] }),
      },
    }),
    enabled: isAsked,
    placeholderData: (before) => before,
  });
  const { money } = screenFormats();
  return (
    <section ref={section} className={styles.explained} aria-label={t`Explanation of the price`}>
      <div className={styles.price}>
        <FieldInput definition={HOW_MANY} isJudged value={quantity} onChange={setQuantity} />
        <FieldInput
          definition={{ type: 'dateTime', label: t`When` }}
          value={at}
          onChange={(next) => setAt(typeof next === 'string' ? next : '')}
        />
        <FieldInput
          definition={{ type: 'text', label: t`Buyer’s scope`, placeholder: t`None`, maxLength: 64 }}
          value={scope}
          onChange={(next) => setScope(textIn(next).trim())}
        />
      </div>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && isAsked && <Skeleton height="4rem" />}
      {data && (
        <>
          <p className={styles.answer} aria-live="polite">
            {data.amount === null
              ? t`No price applies: it cannot be bought.`
              : t`One costs ${money(data.amount, data.currency)}.`}
          </p>
          <ul className={styles.whys}>
            {data.prices.map((price) => (
              <li key={price.id} data-counts={price.why === 'lowest' || undefined}>
                <span>
                  {KINDS[price.kind]} {money(price.amount, price.currency)}
                </span>
                <span>{WHYS[price.why]}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
