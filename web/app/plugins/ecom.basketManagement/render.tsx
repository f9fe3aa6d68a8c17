import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useSpeech } from '#words/react.tsx';
import type { SummaryOut } from '../../api/generated/index.ts';
import type { FieldsOf, ViewProps } from '../contract.ts';
import { added, basketInLink, basketLink, changeBasket, merged, rowKey } from '../shop/basket.ts';
import { BasketState, isLoaded } from '../shop/basket-state.tsx';
import { DeliveryTo } from '../shop/delivery-to.tsx';
import { changeDestination, useDestination } from '../shop/destination.ts';
import { basketPayload } from '../shop/event-payload.ts';
import { leftOut } from '../shop/left-out.ts';
import { publishShopEvent } from '../shop/publish-event.ts';
import { ReservedHeight } from '../shop/reserved-height.tsx';
import type { ShopData } from '../shop/shop-data.ts';
import { Totals } from '../shop/totals.tsx';
import { useBasket } from '../shop/use-basket.ts';
import { useSummary } from '../shop/use-summary.ts';
import type manifest from './manifest.ts';
import { type Removed, Rows } from './rows.tsx';

export type BasketManagementFields = FieldsOf<typeof manifest>;

export default function BasketManagement({
  fields,
  data,
}: ViewProps<BasketManagementFields, ShopData>): ReactNode {
  const { words } = useSpeech();
  const { heading, checkoutPage, shopPage, showDelivery = true, showLink = true } = fields;
  const basket = useBasket();
  const destination = useDestination();
  const summarised = useSummary(basket, destination);
  const { summary, isCurrent } = summarised;
  const [removed, setRemoved] = useState<Removed>();
  const [returned, setReturned] = useState<string>();
  const isFull = useBasketOfLink();
  useTelling(summary);
  const remove = (row: Removed) => {
    setReturned(undefined);
    setRemoved(row);
  };
  const undo = ({ row }: Removed) => {
    changeBasket((rows) => added(rows, row));
    setReturned(rowKey(row));
    setRemoved(undefined);
  };
  const isWhole = summary?.rows.every(({ isAvailable }) => isAvailable) ?? false;
  return (
    <ReservedHeight isFull={isLoaded(basket, summarised)}>
      <div className="pw-member pw-basket">
        {heading && <h2>{heading}</h2>}
        <BasketState basket={basket} shopPage={shopPage} {...summarised}>
          {summary && basket && (
            <>
              <Rows summary={summary} basket={basket} onRemoved={remove} returned={returned} />
              {showDelivery && (
                <DeliveryTo
                  country={data?.country}
                  address={destination.address}
                  onChange={(address) => changeDestination({ address })}
                />
              )}
              <Totals summary={summary} isCurrent={isCurrent} />
              <div className="pw-form-end" {...words}>
                {checkoutPage && isWhole && (
                  <a className="pw-button" href={checkoutPage}>
                    <Trans>To the checkout</Trans>
                  </a>
                )}
                {/* Where one looks for the way on. */}
                {checkoutPage && !isWhole && (
                  <p>
                    <Trans>Please change or remove what is not available first.</Trans>
                  </p>
                )}
                {showLink && <CopyLink />}
              </div>
            </>
          )}
        </BasketState>
        <p role="status" className="pw-basket-removed" {...words}>
          {isFull && <Trans>The basket is full, so some items from the link are missing.</Trans>}
        </p>
        <p role="status" className="pw-basket-removed" {...words}>
          {removed && <Undo removed={removed} onUndo={() => undo(removed)} />}
        </p>
      </div>
    </ReservedHeight>
  );
}

/** Tells once that somebody looks at what is in their basket. */
function useTelling(summary: SummaryOut | undefined): void {
  const isKnown = (summary?.rows.length ?? 0) > 0;
  const latest = useRef(summary);
  latest.current = summary;
  useEffect(() => {
    if (isKnown && latest.current) publishShopEvent({ name: 'viewBasket', ...basketPayload(latest.current) });
  }, [isKnown]);
}

/** Below the basket, and there also once nothing is left in it. */
function Undo({ removed, onUndo }: { removed: Removed; onUndo: () => void }): ReactNode {
  const { t } = useLingui();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // Of the last row there was none beside it for the keyboard to go on from.
    if (removed && document.activeElement === document.body) button.current?.focus();
  }, [removed]);
  return (
    <>
      <Trans>{removed.name} was removed from the basket.</Trans>{' '}
      <button ref={button} type="button" className="pw-quiet" onClick={onUndo}>{t`Undo`}</button>
    </>
  );
}

/**
 * Takes over the basket that the page's address has with it, also where the link is opened on this very page. Whether
 * there was no room for all of it.
 */
function useBasketOfLink(): boolean {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const take = () => setFull((before) => takeOver() ?? before);
    take();
    addEventListener('hashchange', take);
    return () => removeEventListener('hashchange', take);
  }, []);
  return isFull;
}

/** Whether something of it found no room; undefined where the address brings nothing. */
function takeOver(): boolean | undefined {
  const brought = basketInLink(location.hash);
  if (!brought) return undefined;
  const basket = changeBasket((before) => merged(before, brought));
  history.replaceState(history.state, '', location.pathname + location.search);
  return leftOut(basket, brought) > 0;
}

function CopyLink(): ReactNode {
  const { t } = useLingui();
  const basket = useBasket() ?? [];
  const [said, setSaid] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(basketLink(basket, location.href));
      setSaid(t`Copied. Open it on the other device.`);
    } catch {
      // Not over plain http, and not where the browser forbids it.
      setSaid(basketLink(basket, location.href));
    }
  };
  return (
    <>
      <button type="button" className="pw-quiet" onClick={copy}>{t`Copy a link to this basket`}</button>
      <span role="status" className="pw-basket-link">
        {said}
      </span>
    </>
  );
}
