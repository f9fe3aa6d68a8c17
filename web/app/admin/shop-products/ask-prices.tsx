import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { screenFormats } from '#words/screen-formats.ts';
import { ecomConfigEntriesListOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import { useCurrency } from '../../api/shop-currency.ts';
import { faultsIn } from '../../fields/check.ts';
import { FieldInput, textIn } from '../../fields/inputs.tsx';
import { AmountInput, type TypedAmount } from '../../fields/money/amount-input.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { AskDialog } from '../ask-dialog.tsx';
import type { AskProps } from '../bulk-action.ts';
import { optionsOf } from '../options-of.ts';
import { type Change, countOf } from './bulk-change.ts';
import type { ProductRow } from './product-row.ts';
import { KINDS } from './words.ts';

type PriceChange = NonNullable<Change['price']>;
type How = PriceChange['how'];

const HOWS: Record<How, string> = {
  raise: t`Raise`,
  lower: t`Lower`,
  set: t`Set to an amount`,
  discount: t`Percentage off the standard price`,
  remove: t`Remove`,
};
const ROUNDINGS: Record<string, [roundTo: number, roundLess: number]> = {
  none: [1, 0],
  tens: [10, 0],
  whole: [100, 0],
  nines: [100, 1],
};

const titleOf = (rows: ProductRow[]) => t`Change the prices of ${countOf(rows)}`;

/** Asks how the prices of the chosen products change, once it is known what an amount is in. */
export function AskPrices(props: AskProps<ProductRow>): ReactNode {
  const currency = useCurrency();
  const settings = useQuery(ecomConfigEntriesListOptions());
  if (currency) return <PriceQuestions {...props} currency={currency} />;
  return (
    <Dialog opened title={titleOf(props.rows)} size={480} onClose={props.onCancel}>
      {settings.error ? (
        <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />
      ) : (
        <Skeleton height="20rem" />
      )}
    </Dialog>
  );
}

interface PriceQuestionsProps extends AskProps<ProductRow> {
  currency: string;
}

function PriceQuestions({ rows, currency, onAnswer, onCancel }: PriceQuestionsProps): ReactNode {
  const [how, setHow] = useState<How>('raise');
  const [kind, setKind] = useState<NonNullable<PriceChange['kind']>>('standard');
  const [unit, setUnit] = useState('percent');
  const [percent, setPercent] = useState<unknown>();
  const [amount, setAmount] = useState<TypedAmount>();
  const [rounding, setRounding] = useState('none');
  const [dates, setDates] = useState({ startsAt: '', endsAt: '' });
  const isMove = how === 'raise' || how === 'lower';
  const takesPercent = how === 'discount' || (isMove && unit === 'percent');
  const takesAmount = how === 'set' || (isMove && unit === 'amount');
  const isDated = how === 'set' || how === 'discount';
  const kinds: Record<string, string> = how === 'discount' ? { sale: KINDS.sale, trade: KINDS.trade } : KINDS;
  const chosen = how === 'discount' && kind === 'standard' ? 'sale' : kind;
  const percentage = {
    type: 'number',
    label: t`Percent`,
    unit: '%',
    min: 0,
    max: how === 'raise' ? 999 : 100,
    required: true,
  } as const;
  const hasPercent = faultsIn(percentage, percent).length === 0;
  const isReady = (!takesPercent || hasPercent) && (!takesAmount || typeof amount === 'number');
  const nearest = (minor: number) => {
    const step = screenFormats().money(minor, currency);
    return t`To the nearest ${step}`;
  };
  const answer = (): Change => {
    const [roundTo, roundLess] = ROUNDINGS[rounding] ?? [1, 0];
    return {
      price: {
        how,
        kind: chosen,
        ...(takesPercent && { percent: String(percent) }),
        ...(takesAmount && { amount: Number(amount) }),
        ...(takesPercent && { roundTo, roundLess }),
        ...(isDated && dates.startsAt && { startsAt: dates.startsAt }),
        ...(isDated && dates.endsAt && { endsAt: dates.endsAt }),
      },
    };
  };
  return (
    <AskDialog
      title={titleOf(rows)}
      submitLabel={t`Change prices`}
      isReady={isReady}
      onSubmit={() => onAnswer(answer())}
      onCancel={onCancel}
    >
      <FieldInput
        definition={{ type: 'choice', label: t`Change`, options: optionsOf(HOWS) }}
        value={how}
        onChange={(next) => setHow(next as How)}
      />
      <FieldInput
        definition={{ type: 'choice', label: t`Which price`, options: optionsOf(kinds) }}
        value={chosen}
        onChange={(next) => setKind(next as typeof kind)}
      />
      {isMove && (
        <FieldInput
          definition={{
            type: 'choice',
            label: t`By`,
            options: [
              { value: 'percent', label: t`A percentage` },
              { value: 'amount', label: t`An amount` },
            ],
          }}
          value={unit}
          onChange={(next) => setUnit(textIn(next))}
        />
      )}
      {takesPercent && (
        <>
          <FieldInput
            definition={percentage}
            isJudged={percent !== undefined}
            value={percent}
            onChange={setPercent}
          />
          <FieldInput
            definition={{
              type: 'choice',
              label: t`Round`,
              options: [
                { value: 'none', label: nearest(1) },
                { value: 'tens', label: nearest(10) },
                { value: 'whole', label: nearest(100) },
                { value: 'nines', label: t`To end in 99` },
              ],
            }}
            value={rounding}
            onChange={(next) => setRounding(textIn(next))}
          />
        </>
      )}
      {takesAmount && (
        <AmountInput label={t`Amount`} currency={currency} amount={amount} onChange={setAmount} />
      )}
      {isDated &&
        (['startsAt', 'endsAt'] as const).map((name) => (
          <FieldInput
            key={name}
            definition={{ type: 'dateTime', label: name === 'startsAt' ? t`Starts` : t`Ends` }}
            value={dates[name]}
            onChange={(next) => setDates({ ...dates, [name]: typeof next === 'string' ? next : '' })}
          />
        ))}
    </AskDialog>
  );
}
