import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useSpeech } from '#words/react.tsx';
import type { OrderAnswer, PaymentForBrowser } from '../../api/generated/index.ts';
import { ProblemError } from '../../api/problem.ts';
import type { FieldsOf, ViewProps } from '../contract.ts';
import { HeadingsFrom } from '../headings.tsx';
import { levelWithin } from '../headings-above.ts';
import { awake } from '../members/awake.tsx';
import { type Basket, changeBasket, merged, readBasket, without } from '../shop/basket.ts';
import { clearDestination } from '../shop/destination.ts';
import { keepReceipt, type PlacedOrder } from '../shop/receipt.ts';
import { ReservedHeight } from '../shop/reserved-height.tsx';
import type { TillData } from '../shop/shop-data.ts';
import { clear } from '../shop/tab-storage.ts';
import { TillForm } from './form.tsx';
import { loadPlacing } from './load-placing.ts';
import type manifest from './manifest.ts';
import { clearTaken, keepTaken, readTaken, type TakenOrder } from './taken.ts';
import { TYPED } from './typed.ts';
import { clearSent, isUnanswered } from './unanswered.ts';

export type CheckoutFields = FieldsOf<typeof manifest>;

// What comes after the form is loaded once it comes.
const Pay = awake(() => import('./pay.tsx'));
const Done = awake(() => import('./done.tsx'));

type Step =
  | { name: 'asleep' | 'sending' | 'form' }
  /** `visit` counts how often the page came back: what it knew of the payment is old then. */
  | { name: 'pay'; taken: TakenOrder; payment?: PaymentForBrowser; visit: number }
  | { name: 'done'; order: PlacedOrder };

export default function Checkout(props: ViewProps<CheckoutFields, TillData>): ReactNode {
  const { fields, data, site, headingAbove } = props;
  const { words } = useSpeech();
  const [step, setStep] = useState<Step>({ name: 'asleep' });
  const finish = (order: PlacedOrder) => {
    keepReceipt(order);
    clearTaken();
    clear(TYPED);
    clearDestination();
    if (fields.successPage) location.assign(fields.successPage);
    else setStep({ name: 'done', order });
  };
  const take = (answer: OrderAnswer, rows: Basket) => {
    const { reference, receiptPath, payment } = answer;
    const isOnline = payment && (payment.gateway === 'card' || payment.gateway === 'button');
    if (isOnline) setStep({ name: 'pay', taken: keepTaken(answer, payment, rows), payment, visit: 0 });
    clearSent();
    clear('begun');
    changeBasket((basket) => without(basket, rows));
    if (!isOnline) finish({ reference, receiptPath, instructions: payment?.instructions ?? '' });
  };
  useWaking(setStep, take);
  const { name } = step;
  const [isFull, setFull] = useState(false);
  return (
    <ReservedHeight isFull={isFull || name === 'pay' || name === 'done'}>
      <HeadingsFrom level={levelWithin(fields.heading, headingAbove)}>
        <div className="pw-member pw-till pw-till-wide">
          {fields.heading && <h2>{fields.heading}</h2>}
          {(name === 'asleep' || name === 'sending') && <Waiting isSending={name === 'sending'} />}
          {name === 'form' && (
            <div {...words}>
              <TillForm fields={fields} data={data} onTaken={take} onWhole={() => setFull(true)} />
            </div>
          )}
          {name === 'pay' && (
            <div {...words}>
              <Pay
                key={step.visit}
                taken={step.taken}
                first={step.payment}
                language={site.language}
                onPaid={() => finish(placed(step.taken))}
                onBack={() => {
                  changeBasket((basket) => merged(basket, step.taken.rows));
                  clearTaken();
                  if (fields.basketPage) location.assign(fields.basketPage);
                  setStep({ name: 'form' });
                }}
              />
            </div>
          )}
          {name === 'done' && <Done order={step.order} />}
        </div>
      </HeadingsFrom>
    </ReservedHeight>
  );
}

const placed = ({ reference, receiptPath }: TakenOrder): PlacedOrder => ({
  reference,
  receiptPath,
  instructions: '',
});

/** Goes on where the tab was: with an order that got no answer, with one that is to be paid, or with the form. */
function useWaking(
  setStep: (step: Step | ((step: Step) => Step)) => void,
  take: (answer: OrderAnswer, rows: Basket) => void,
): void {
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    let isLeft = false;
    const taken = readTaken();
    if (taken) setStep({ name: 'pay', taken, visit: 0 });
    else if (isUnanswered()) {
      setStep({ name: 'sending' });
      loadPlacing()
        .then(({ sendAgain }) => sendAgain(readBasket()))
        .then((sent) => {
          if (isLeft) return;
          if (sent) latest.current(sent.answer, sent.rows);
          else setStep({ name: 'form' });
        })
        .catch((error) => {
          if (!(error instanceof ProblemError)) throw error;
          // What it was is said where it is sent once more.
          if (!isLeft) setStep({ name: 'form' });
        });
    } else setStep({ name: 'form' });
    const back = (event: PageTransitionEvent) => {
      if (event.persisted) setStep(broughtBack);
    };
    addEventListener('pageshow', back);
    return () => {
      isLeft = true;
      removeEventListener('pageshow', back);
    };
  }, [setStep]);
}

/** The step of a page that the browser has kept as it was left, while the buyer was at a bank or on the page of thanks. */
function broughtBack(step: Step): Step {
  const taken = readTaken();
  if (taken) return { name: 'pay', taken, visit: step.name === 'pay' ? step.visit + 1 : 0 };
  return step.name === 'pay' ? { name: 'form' } : step;
}

function Waiting({ isSending }: { isSending: boolean }): ReactNode {
  const { t } = useLingui();
  const { words } = useSpeech();
  return (
    <>
      <div className="pw-basket-place" aria-busy="true" role="status" {...words}>
        {isSending && t`Your order is being sent…`}
      </div>
      <noscript>
        <p {...words}>{t`The checkout needs JavaScript.`}</p>
      </noscript>
    </>
  );
}
