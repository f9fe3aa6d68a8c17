import { t } from '@lingui/core/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useFormats } from '#words/use-formats.ts';
import type { OrderOut, PaymentOut } from '../../api/generated/index.ts';
import { refundPayment, refundsOfPaymentOptions } from '../../api/orders.ts';
import { FieldInput } from '../../fields/inputs.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormFrame } from '../../ui/form-frame.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.ts';
import { useProblemForm } from '../../ui/use-problem-form.ts';
import { FormInput } from '../form-input.tsx';
import { amountOnItsWay, OpenRefunds } from './open-refunds.tsx';
import styles from './orders.module.css';
import { amountOf, type Quantities } from './refund-amount.ts';
import { useOrderChange } from './use-order-change.ts';
import { BY_HAND } from './words.ts';

/** What is no amount is the text that was typed. */
type Amount = { amount: number | string; currency: string };

type Values = {
  /** By row, as typed. */
  quantities: Record<string, unknown>;
  givesBack: boolean;
  amount: Amount | undefined;
  reason: string;
};

const leftOf = ({ quantity, refundedQuantity }: OrderOut['rows'][number]): number =>
  quantity - refundedQuantity;

const isCount = (typed: unknown): typed is number => Number.isInteger(typed) && Number(typed) > 0;

const isWithin = (typed: unknown, row: OrderOut['rows'][number]): boolean =>
  isCount(typed) && typed <= leftOf(row);

/** What is typed, as far as it is a number of pieces. */
const countsOf = (typed: Values['quantities']): Quantities =>
  Object.fromEntries(Object.entries(typed).filter((each): each is [string, number] => isCount(each[1])));

/** Names the amount as soon as there is one: money that is sent does not come back. */
function submitLabelOf(isByHand: boolean, amount: string | undefined): string {
  if (amount === undefined) return isByHand ? t`Record refund` : t`Refund`;
  return isByHand ? t`Record refund of ${amount}` : t`Refund ${amount}`;
}

interface RefundDialogProps {
  order: OrderOut;
  payment: PaymentOut;
  onClose: () => void;
}

/** Money back for some rows, or any amount up to what is left; what comes back goes into the stock when wanted. */
export function RefundDialog({ order, payment, onClose }: RefundDialogProps) {
  const { refresh } = useOrderChange();
  const { money } = useFormats();
  const { currency } = order;
  const ofPayment = refundsOfPaymentOptions(payment.id);
  const { data: refunds = [] } = useQuery(ofPayment);
  const client = useQueryClient();
  // The number of refunds that the administrator saw when they opened the dialog.
  const seen = useRef(client.getQueryData(ofPayment.queryKey)?.length);
  const onItsWay = amountOnItsWay(refunds);
  const left = order.paidAmount - order.refundedAmount - onItsWay;
  const isByHand = BY_HAND.includes(payment.gateway);
  const { form, frame } = useProblemForm<Values, void>({
    initialValues: { quantities: {}, givesBack: true, amount: undefined, reason: '' },
    validate: {
      // Each says at its own input what is wrong with it.
      quantities: (typed) =>
        order.rows.every((row) => !typed[row.id] || isWithin(typed[row.id], row))
          ? null
          : t`Check how many are refunded.`,
      amount: (typed: Amount | undefined) => {
        const amount = typed?.amount;
        if (typeof amount !== 'number' || amount <= 0) return t`Enter an amount.`;
        return amount > left ? t`At most ${money(left, currency)} can be refunded.` : null;
      },
    },
    submit: async ({ quantities, givesBack, amount, reason }) => {
      const rows = Object.entries(countsOf(quantities));
      try {
        const asked = {
          amount: Number(amount?.amount),
          reason,
          rows: rows.map(([rowId, quantity]) => ({ rowId, quantity, givesBackStock: givesBack })),
          // As the dialog says it: what somebody else has refunded since is shown before anything more goes back.
          seenAmount: order.refundedAmount + onItsWay,
        };
        // Unread they are none that anybody has seen: counted as none, the same refund would be another one once they are read.
        seen.current ??= (await client.fetchQuery(ofPayment)).length;
        await refundPayment(payment, asked, seen.current);
      } catch (error) {
        // It may be on its way all the same: the order is to say so.
        void refresh();
        throw error;
      }
    },
    onSaved: async () => {
      toast.success(
        isByHand
          ? t`The refund was recorded.`
          : t`The refund was started. The order shows it once it is done.`,
      );
      onClose();
      await refresh();
    },
  });
  const setQuantity = (rowId: string, quantity: unknown) => {
    const quantities = { ...form.values.quantities, [rowId]: quantity };
    form.setFieldValue('quantities', quantities);
    form.setFieldValue('amount', {
      amount: Math.min(left, amountOf(order, countsOf(quantities))),
      currency,
    });
  };
  const typed = form.values.amount?.amount;
  const amountInWords = typeof typed === 'number' && typed > 0 ? money(typed, currency) : undefined;
  const isCounted = Object.keys(countsOf(form.values.quantities)).length > 0;
  const open = order.rows.filter((row) => leftOf(row) > 0);
  return (
    <Dialog opened onClose={onClose} title={t`Refund ${order.reference}`}>
      <FormFrame
        {...frame}
        submitLabel={submitLabelOf(isByHand, amountInWords)}
        look="main"
        onCancel={onClose}
      >
        <OpenRefunds payment={payment} />
        {isByHand && (
          <Notice>
            {t`This records the refund and emails the customer. It moves no money: send that back yourself.`}
          </Notice>
        )}
        {open.map((row) => (
          <div key={row.id} className={styles.refundRow}>
            <span>
              {row.name} <span className={styles.quiet}>{money(row.totalInclTax, currency)}</span>
            </span>
            <div className={styles.refundCount}>
              <FieldInput
                definition={{
                  type: 'number',
                  label: t`${row.name}: how many are refunded`,
                  hint: t`Of ${leftOf(row)}`,
                  placeholder: '0',
                  integer: true,
                  min: 0,
                  max: leftOf(row),
                }}
                isLabelHidden
                isJudged
                value={form.values.quantities[row.id]}
                onChange={(value) => setQuantity(row.id, value)}
              />
            </div>
          </div>
        ))}
        <FieldInput
          definition={{
            type: 'switch',
            label: t`Return the items to stock`,
            hint: isCounted
              ? t`As many of each as are entered above.`
              : t`Enter above how many of which item come back.`,
          }}
          // Of an amount alone nothing comes back: the switch is not to say so.
          isReadOnly={!isCounted}
          value={isCounted && form.values.givesBack}
          onChange={(value) => form.setFieldValue('givesBack', value === true)}
        />
        <FormInput
          form={form}
          name="amount"
          definition={{
            type: 'money',
            label: t`Amount`,
            hint: t`At most ${money(left, currency)}. Delivery can be part of it.`,
            currency,
            hasOneCurrency: true,
            min: 0,
          }}
        />
        <FormInput
          form={form}
          name="reason"
          definition={{
            type: 'text',
            label: t`Reason`,
            hint: t`For the order’s timeline. Customers do not see it.`,
            maxLength: 500,
          }}
        />
      </FormFrame>
    </Dialog>
  );
}
