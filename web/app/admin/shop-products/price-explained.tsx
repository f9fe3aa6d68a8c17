/** What one of a variant costs somebody, and why each of its saved prices counts or does not. */
import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CircleHelp } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { pricesExplainOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import type { ExplainedPrice } from '../../api/generated/index.ts';
import { faultsIn } from '../../fields/check.ts';
import { FieldInput, textIn } from '../../fields/inputs.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useFocusAfter } from '../../ui/use-focus-after.ts';
import { screenFormats } from '../../words/screen-formats.ts';
import type { PriceDraft } from './product-values.ts';
import styles from './shop-products.module.css';
import { KINDS, WHYS } from './words.ts';

interface PriceExplainedProps {
  productId: string;
  /** As they are in the form: with others than the saved ones it says that those are meant. */
  prices: readonly PriceDraft[];
  currency: string;
}

export function PriceExplained(props: PriceExplainedProps) {
  const [isOpen, setOpen] = useState(false);
  const explanation = useRef<HTMLElement>(null);
  const focusAfter = useFocusAfter();
  if (isOpen) return <Explanation ref={explanation} {...props} />;
  return (
    <Button
      size="md"
      variant="subtle"
      className={styles.start}
      leftSection={<CircleHelp size={15} aria-hidden />}
      onClick={() => {
        setOpen(true);
        // The button that has the keyboard goes.
        focusAfter(() => explanation.current?.querySelector('input'));
      }}
    >
      {t`Explain the price…`}
    </Button>
  );
}

/** Whether the form has other prices than the saved ones, of which the service tells. */
function isUnsaved(
  drafts: readonly PriceDraft[],
  saved: readonly ExplainedPrice[],
  currency: string,
): boolean {
  const text = (price: PriceDraft | ExplainedPrice) =>
    JSON.stringify([
      price.id,
      price.kind ?? 'standard',
      price.amount,
      price.currency ?? currency,
      price.leastQuantity ?? 1,
      price.startsAt ? Date.parse(price.startsAt) : null,
      price.endsAt ? Date.parse(price.endsAt) : null,
      price.scope || null,
    ]);
  const known = new Set(saved.map(text));
  return drafts.length !== saved.length || !drafts.every((draft) => known.has(text(draft)));
}

const HOW_MANY = {
  type: 'number',
  label: t`How many`,
  integer: true,
  min: 1,
  max: 1_000_000,
  required: true,
} as const;

function Explanation({
  ref,
  productId,
  prices,
  currency,
}: PriceExplainedProps & { ref: RefObject<HTMLElement | null> }) {
  const [quantity, setQuantity] = useState<unknown>(1);
  const [at, setAt] = useState('');
  const [scope, setScope] = useState('');
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
    <section ref={ref} className={styles.explained} aria-label={t`Explanation of the price`}>
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
          {isUnsaved(prices, data.prices, currency) && (
            <p
              className={styles.unsaved}
            >{t`This is about the saved prices. Yours count once the product is saved.`}</p>
          )}
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
