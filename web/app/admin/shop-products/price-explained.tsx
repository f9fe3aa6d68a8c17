/** What one of a variant costs somebody, and why each of its saved prices counts or does not. */
import { t } from '@lingui/core/macro';
import { Button, NumberInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CircleHelp } from 'lucide-react';
import { useState } from 'react';
import { pricesExplainOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import { FieldInput } from '../../fields/inputs.tsx';
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

function Explanation({ productId }: { productId: string }) {
  const [quantity, setQuantity] = useState(1);
  const [at, setAt] = useState('');
  const [scope, setScope] = useState('');
  const { data, error, refetch } = useQuery({
    ...pricesExplainOptions({
      path: { id: productId },
      query: { quantity, ...(at && { at }), ...(scope && { scope: [scope] }) },
    }),
    placeholderData: (before) => before,
  });
  const { money } = screenFormats();
  return (
    <section className={styles.explained} aria-label={t`Explanation of the price`}>
      <div className={styles.price}>
        <NumberInput
          label={t`How many`}
          size="md"
          min={1}
          max={1_000_000}
          allowDecimal={false}
          hideControls
          value={quantity}
          onChange={(next) => typeof next === 'number' && next > 0 && setQuantity(next)}
        />
        <FieldInput
          definition={{ type: 'dateTime', label: t`When` }}
          value={at}
          onChange={(next) => setAt(typeof next === 'string' ? next : '')}
        />
        <TextInput
          label={t`Buyer’s scope`}
          placeholder={t`None`}
          size="md"
          maxLength={64}
          value={scope}
          onChange={(event) => setScope(event.currentTarget.value.trim())}
        />
      </div>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
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
