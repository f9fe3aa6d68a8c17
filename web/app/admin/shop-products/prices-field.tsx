/** The prices of a variant, each with whom it is for and when. Of those that apply, the lowest counts. */
import { t } from '@lingui/core/macro';
import { Plus } from 'lucide-react';
import { FieldInput, textIn } from '../../fields/inputs.tsx';
import ListField from '../../fields/list/input.tsx';
import { AmountInput } from '../../fields/money/amount-input.tsx';
import { optionsOf } from '../options-of.ts';
import type { PriceDraft } from './product-values.ts';
import styles from './shop-products.module.css';
import { KINDS } from './words.ts';

const MOST = 50;

interface PricesFieldProps {
  prices: PriceDraft[];
  currency: string;
  onChange: (prices: PriceDraft[]) => void;
}

export function PricesField({ prices, currency, onChange }: PricesFieldProps) {
  const start = (): PriceDraft => ({
    kind: prices.length === 0 ? 'standard' : 'sale',
    currency,
    amount: undefined,
    leastQuantity: 1,
  });
  return (
    <ListField
      definition={{
        type: 'list',
        label: t`Prices`,
        hint: t`If several prices apply, the lowest one is used.`,
        maxItems: MOST,
        item: {},
      }}
      value={prices}
      onChange={(next) => onChange(next as PriceDraft[])}
      adding={{
        label: t`Add price`,
        icon: <Plus size={15} aria-hidden />,
        take: async () => [{ ...start() }],
      }}
      drawItem={(item, _, change) => (
        <PriceRow price={item as unknown as PriceDraft} onChange={change} currency={currency} />
      )}
    />
  );
}

interface PriceRowProps {
  price: PriceDraft;
  currency: string;
  onChange: (price: Record<string, unknown>) => void;
}

function PriceRow({ price, currency, onChange }: PriceRowProps) {
  const set = (changes: Partial<PriceDraft>) => onChange({ ...price, ...changes });
  const moment = (name: 'startsAt' | 'endsAt', label: string) => (
    <FieldInput
      definition={{ type: 'dateTime', label }}
      value={price[name] ?? ''}
      onChange={(next) => set({ [name]: next || null })}
    />
  );
  return (
    <div className={styles.price}>
      <FieldInput
        definition={{ type: 'choice', label: t`Kind`, options: optionsOf(KINDS) }}
        value={price.kind ?? 'standard'}
        onChange={(next) => set({ kind: next as PriceDraft['kind'] })}
      />
      <AmountInput
        label={t`Amount`}
        currency={price.currency ?? currency}
        amount={price.amount}
        isRequired
        onChange={(amount) => set({ amount })}
      />
      <FieldInput
        definition={{
          type: 'number',
          label: t`Minimum quantity`,
          placeholder: '1',
          integer: true,
          min: 1,
          max: 1_000_000,
        }}
        isJudged
        value={price.leastQuantity}
        onChange={(next) => set({ leastQuantity: next as PriceDraft['leastQuantity'] })}
      />
      {moment('startsAt', t`Starts`)}
      {moment('endsAt', t`Ends`)}
      <FieldInput
        definition={{
          type: 'text',
          label: t`Only for people with the scope`,
          placeholder: t`Everybody`,
          maxLength: 64,
        }}
        value={price.scope ?? ''}
        onChange={(next) => set({ scope: textIn(next).trim() || null })}
      />
    </div>
  );
}
