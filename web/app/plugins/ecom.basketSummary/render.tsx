import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useSpeech } from '#words/react.tsx';
import type { FieldsOf, ViewProps } from '../contract.ts';
import { BasketState } from '../shop/basket-state.tsx';
import { useDestination } from '../shop/destination.ts';
import { SummaryRows } from '../shop/summary-rows.tsx';
import { Totals } from '../shop/totals.tsx';
import { useBasket } from '../shop/use-basket.ts';
import { useSummary } from '../shop/use-summary.ts';
import type manifest from './manifest.ts';

export type BasketSummaryFields = FieldsOf<typeof manifest>;

export default function BasketSummary({ fields }: ViewProps<BasketSummaryFields>): ReactNode {
  const { t } = useLingui();
  const { words } = useSpeech();
  const basket = useBasket();
  const summarised = useSummary(basket, useDestination());
  const { summary, isCurrent } = summarised;
  return (
    <div className="pw-basket">
      {fields.heading && <h2>{fields.heading}</h2>}
      <BasketState basket={basket} {...summarised}>
        {summary && (
          <>
            <SummaryRows summary={summary} />
            <Totals summary={summary} isCurrent={isCurrent} />
            {fields.basketPage && (
              <p {...words}>
                <a href={fields.basketPage}>{t`Change the basket`}</a>
              </p>
            )}
          </>
        )}
      </BasketState>
    </div>
  );
}
