import { t } from '@lingui/core/macro';
import { Checkbox, NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useFormats } from '#words/use-formats.ts';
import type { OrderOut, PaymentOut } from '../../api/generated/index.ts';
import { refundPayment } from '../../api/orders.ts';
import { amountFrom, typedFrom } from '../../fields/money/units.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FormFrame } from '../../ui/form-frame.tsx';
import { toast } from '../../ui/toast.ts';
import { useProblemForm } from '../../ui/use-problem-form.ts';
import styles from './orders.module.css';
import { amountOf, type Quantities } from './refund-amount.ts';
import { useOrderChange } from './use-order-change.ts';

type Values = {
  quantities: Quantities;
  givesBack: boolean;
  amount: string;
  reason: string;
};

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
  const left = order.paidAmount - order.refundedAmount;
  // One key for one dialog: pressed twice, it is one refund.
  const [key] = useState(() => crypto.randomUUID());
  const { form, frame } = useProblemForm<Values, void>({
    initialValues: { quantities: {}, givesBack: true, amount: '', reason: '' },
    validate: {
      amount: (typed: string) => {
        const amount = amountFrom(typed, currency);
        if (typeof amount !== 'number' || amount <= 0) return t`Enter an amount.`;
        return amount > left ? t`At most ${money(left, currency)} can go back.` : null;
      },
    },
    submit: async ({ quantities, givesBack, amount, reason }) => {
      const rows = Object.entries(quantities).filter(([, quantity]) => quantity > 0);
      await refundPayment(
        payment,
        {
          amount: Number(amountFrom(amount, currency)),
          reason,
          rows: rows.map(([rowId, quantity]) => ({ rowId, quantity, givesBackStock: givesBack })),
        },
        key,
      );
    },
    onSaved: async () => {
      toast.success(t`The refund is on its way.`);
      onClose();
      await refresh();
    },
  });
  const setQuantity = (rowId: string, quantity: number) => {
    const quantities = { ...form.values.quantities, [rowId]: quantity };
    form.setFieldValue('quantities', quantities);
    form.setFieldValue('amount', typedFrom(amountOf(order, quantities), currency));
  };
  const open = order.rows.filter(({ quantity, refundedQuantity }) => quantity > refundedQuantity);
  const { amount: amountFault } = form.errors;
  return (
    <Dialog opened onClose={onClose} title={t`Refund ${order.reference}`}>
      <FormFrame {...frame} submitLabel={t`Refund`} look="main" onCancel={onClose}>
        {open.map((row) => (
          <div key={row.id} className={styles.refundRow}>
            <span>
              {row.name} <span className={styles.quiet}>{money(row.totalInclTax, currency)}</span>
            </span>
            <NumberInput
              size="md"
              w="8rem"
              label={t`Of ${row.quantity - row.refundedQuantity}`}
              aria-label={t`${row.name}: how many are refunded`}
              min={0}
              max={row.quantity - row.refundedQuantity}
              allowDecimal={false}
              value={form.values.quantities[row.id] ?? 0}
              onChange={(value) => setQuantity(row.id, Number(value) || 0)}
            />
          </div>
        ))}
        <Checkbox
          label={t`Return the items to stock`}
          checked={form.values.givesBack}
          onChange={(event) => form.setFieldValue('givesBack', event.currentTarget.checked)}
        />
        <TextInput
          size="md"
          inputMode="decimal"
          label={t`Amount in ${currency}`}
          description={t`At most ${money(left, currency)}. Delivery can be part of it.`}
          value={form.values.amount}
          error={amountFault}
          onChange={(event) => form.setFieldValue('amount', event.currentTarget.value)}
        />
        <TextInput
          size="md"
          label={t`Reason`}
          maxLength={500}
          value={form.values.reason}
          onChange={(event) => form.setFieldValue('reason', event.currentTarget.value)}
        />
      </FormFrame>
    </Dialog>
  );
}
