import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSpeech } from '#words/react.tsx';
import { useFormats } from '#words/use-formats.ts';
import type { OfferedOut, OrderAnswer, SummaryOut } from '../../api/generated/index.ts';
import type { FieldsOf } from '../contract.ts';
import { SectionHeading } from '../headings.tsx';
import { FieldFrame } from '../members/field-frame.tsx';
import { MemberForm } from '../members/form.tsx';
import { useLoaded } from '../members/loaded.ts';
import type { Basket } from '../shop/basket.ts';
import { BasketState, isLoaded } from '../shop/basket-state.tsx';
import { changeDestination, type Destination, readDestination } from '../shop/destination.ts';
import { basketPayload } from '../shop/event-payload.ts';
import { publishShopEvent } from '../shop/publish-event.ts';
import { readReceipt, receiptAddress } from '../shop/receipt.ts';
import type { TillData } from '../shop/shop-data.ts';
import { SummaryRows } from '../shop/summary-rows.tsx';
import { loadFromTab, saveInTab } from '../shop/tab-storage.ts';
import { Totals } from '../shop/totals.tsx';
import { useBasket } from '../shop/use-basket.ts';
import { useSummary } from '../shop/use-summary.ts';
import { Contact, Delivery, Methods } from './details.tsx';
import { loadPlacing } from './load-placing.ts';
import type manifest from './manifest.ts';
import { Obstacle, obstacleOf } from './obstacle.tsx';
import { firstOf, type Gateway, placeOf, type Typed } from './typed.ts';
import { useCurrentSummary } from './use-current-summary.ts';
import { useTyped } from './use-typed.ts';

type CheckoutFields = FieldsOf<typeof manifest>;

interface TillFormProps {
  fields: CheckoutFields;
  data: TillData | undefined;
  onTaken: (answer: OrderAnswer, rows: Basket) => void;
  /** Called once the form is there, or why there is none. */
  onWhole: () => void;
}

/** All that an order takes, on one page. */
export function TillForm({ fields, data, onTaken, onWhole }: TillFormProps): ReactNode {
  const { t } = useLingui();
  const { words } = useSpeech();
  const { money } = useFormats();
  const basket = useBasket();
  const [typed, change] = useTyped(data?.country);
  const loaded = useLoaded<OfferedOut[]>('/ecom/payments/methods');
  const offered = loaded.state === 'ready' ? loaded.data : [];
  const hasFailed = loaded.state === 'failed';
  const canCollect = offered.some(({ key }) => key === 'collection');
  const collects = typed.collects && canCollect;
  const [tried] = useState(() => readDestination().address);
  /** Known once the basket was summed up, which begins with where it would go. */
  const [isDelivered, setDelivered] = useState(true);
  const address = placeOf(typed[firstOf(typed, isDelivered && !collects)], tried);
  const summarised = useSummary(basket, { address, collects });
  useTellingWhere({ address, collects });
  const { summary, isCurrent } = summarised;
  const waited = useCurrentSummary(summarised);
  useBeginning(summary);
  const hasToGo = summary?.delivery.state !== 'not_needed';
  if (hasToGo !== isDelivered) setDelivered(hasToGo);
  const methods = offered.filter(({ key }) => key !== 'collection' || (collects && isDelivered));
  const chosen = methods.find(({ key }) => key === typed.gateway)?.key ?? onlyOne(methods);
  const obstacle = obstacleOf(summary);
  const isFree = summary?.totalInclTax === 0;
  const placing = useRef<Awaited<ReturnType<typeof loadPlacing>>>(undefined);
  const hasBegun = typed.email !== '';
  useEffect(() => {
    // A buyer who begins to type will send the form.
    if (hasBegun) void loadPlacing().catch(() => undefined);
  }, [hasBegun]);
  const send = async () => {
    placing.current ??= await loadPlacing();
    await placing.current.placeOrder({
      basket,
      typed: { ...typed, collects },
      gateway: chosen ?? (isFree ? offered[0]?.key : undefined),
      methods: loaded,
      waited,
      change,
      onTaken,
    });
  };
  // The form comes with all its parts: one that came later would move what somebody is about to press.
  const isWhole = loaded.state !== 'loading';
  const isThere = basket?.length === 0 || (isWhole && isLoaded(basket, summarised));
  const whole = useEffectEvent(onWhole);
  useEffect(() => {
    if (isThere) whole();
  }, [isThere]);
  return (
    <BasketState
      basket={basket}
      shopPage={fields.shopPage}
      emptied={basket?.length === 0 && <LastOrder page={fields.successPage} />}
      {...summarised}
      summary={isWhole ? summary : undefined}
    >
      {summary && (
        <MemberForm
          submit={t`Place order`}
          // Of another address that is typed by now it may not be so any more.
          isDisabled={obstacle !== undefined && isCurrent}
          onSubmit={send}
          words={(problem) => placing.current?.refusals(problem)}
          isStored
          label={t`Checkout`}
        >
          {/* On a phone the summary stands below all fields: who begins to type sees what it comes to, and the way there. */}
          <a className="pw-till-brief" href="#pw-order">
            {t`Your order`} <strong>{money(summary.totalInclTax, summary.currency)}</strong>
          </a>
          <div className="pw-till-asked">
            <Contact typed={typed} change={change} askPhone={fields.askPhone ?? true} />
            <Delivery
              typed={{ ...typed, collects }}
              change={change}
              isDelivered={isDelivered}
              canCollect={canCollect}
            />
            {(!isFree || hasFailed) && (
              <Methods
                methods={methods}
                chosen={chosen}
                change={change}
                onRetry={hasFailed ? loaded.reload : undefined}
              />
            )}
            {(fields.askNote ?? true) && <Note typed={typed} change={change} />}
          </div>
          <section className="pw-till-summary" id="pw-order">
            <SectionHeading className="pw-till-title">{t`Your order`}</SectionHeading>
            <SummaryRows summary={summary} />
            <Totals summary={summary} isCurrent={isCurrent} />
            {fields.basketPage && (
              <p>
                <a href={fields.basketPage}>{t`Change the basket`}</a>
              </p>
            )}
          </section>
          <Obstacle name={obstacle} canCollect={canCollect} />
          {fields.termsPage && (
            <p className="pw-form-hint" {...words}>
              <Trans>
                By placing the order you accept the <a href={fields.termsPage}>terms</a>.
              </Trans>
            </p>
          )}
        </MemberForm>
      )}
    </BasketState>
  );
}

/** For who comes back from the page after the checkout: the basket went into this order. */
function LastOrder({ page }: { page: string | undefined }): ReactNode {
  const { i18n, t } = useLingui();
  const order = readReceipt();
  if (!order) return null;
  const { reference, receiptPath } = order;
  return <a href={page || receiptAddress(receiptPath, i18n.locale)}>{t`See your order ${reference}`}</a>;
}

const onlyOne = (methods: readonly OfferedOut[]): Gateway | undefined =>
  methods.length === 1 ? methods[0]?.key : undefined;

function Note({ typed, change }: { typed: Typed; change: (changed: Partial<Typed>) => void }): ReactNode {
  const { t } = useLingui();
  return (
    <section className="pw-till-part">
      <FieldFrame label={t`Note for the shop`} field="note" isOptional>
        {(ties) => (
          <textarea
            {...ties}
            name="note"
            value={typed.note}
            maxLength={2000}
            autoComplete="off"
            onChange={({ currentTarget }) => change({ note: currentTarget.value })}
          />
        )}
      </FieldFrame>
    </section>
  );
}

/** Has the baskets of the page and of the tab reckon with the same address. */
function useTellingWhere(destination: Destination): void {
  const text = JSON.stringify(destination);
  useEffect(() => changeDestination(JSON.parse(text)), [text]);
}

/** Tells once for a visit that somebody is at the till. */
function useBeginning(summary: SummaryOut | undefined): void {
  const hasSome = (summary?.rows.length ?? 0) > 0;
  const latest = useRef(summary);
  latest.current = summary;
  useEffect(() => {
    if (!hasSome || !latest.current || loadFromTab('begun')) return;
    saveInTab('begun', true);
    publishShopEvent({ name: 'beginCheckout', ...basketPayload(latest.current) });
  }, [hasSome]);
}
