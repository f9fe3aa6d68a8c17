import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useSpeech } from '#words/react.tsx';
import { useFormats } from '#words/use-formats.ts';
import type { SummaryOut } from '../../api/generated/index.ts';
import { TaxName } from './tax-name.tsx';

interface TotalsProps {
  summary: SummaryOut;
  /** Whether the amounts are of what is in the basket by now. */
  isCurrent: boolean;
}

/** What it comes to: the goods, the delivery, the tax and all together. */
export function Totals({ summary, isCurrent }: TotalsProps): ReactNode {
  const { words } = useSpeech();
  const { money } = useFormats();
  const { currency, pricesIncludeTax, delivery, taxes } = summary;
  const write = (amount: number) => money(amount, currency);
  return (
    <dl className="pw-basket-totals" aria-busy={!isCurrent} {...words}>
      <div>
        <dt>
          <Trans>Goods</Trans>
        </dt>
        <dd>{write(pricesIncludeTax ? summary.goodsInclTax : summary.goodsExclTax)}</dd>
      </div>
      <Delivery
        delivery={delivery}
        amount={write(pricesIncludeTax ? delivery.totalInclTax : delivery.totalExclTax)}
      />
      {!pricesIncludeTax &&
        taxes.map(({ percent, tax }) => (
          <div key={percent}>
            <dt>
              <TaxName percent={percent} />
            </dt>
            <dd>{write(tax)}</dd>
          </div>
        ))}
      <div className="pw-basket-total">
        <dt>
          <Trans>Total</Trans>
        </dt>
        <dd>{write(summary.totalInclTax)}</dd>
      </div>
      {pricesIncludeTax && summary.tax > 0 && (
        <div className="pw-basket-included">
          <dt>
            <Trans>Tax included</Trans>
          </dt>
          <dd>{write(summary.tax)}</dd>
        </div>
      )}
    </dl>
  );
}

function Delivery({ delivery, amount }: { delivery: SummaryOut['delivery']; amount: string }): ReactNode {
  const { t } = useLingui();
  if (delivery.state === 'not_needed') return null;
  const said = {
    collected: t`You collect it`,
    unknown: t`Depends on the address`,
    charged: delivery.totalInclTax === 0 ? t`Free` : amount,
    unavailable: t`We do not deliver there`,
  }[delivery.state];
  return (
    <div data-delivery={delivery.state}>
      <dt>
        <Trans>Delivery</Trans>
      </dt>
      <dd>{said}</dd>
    </div>
  );
}
