/** An order that nobody paid online can be paid by invoice instead. */
import { t } from '@lingui/core/macro';
import type { OrderOut } from '../../api/generated/index.ts';
import { billOrder } from '../../api/orders.ts';
import { confirm } from '../../ui/confirm.tsx';
import { toast } from '../../ui/toast.ts';
import { BY_HAND } from './words.ts';

export const canBeBilled = ({ gateway, state, paidAmount }: OrderOut): boolean =>
  !BY_HAND.includes(gateway) && paidAmount === 0 && (state === 'cancelled' || state === 'awaiting_payment');

/** Asks first, since it emails somebody. */
export async function askAndBill(order: OrderOut): Promise<void> {
  const { reference, email } = order;
  const mailed = t`${email} gets an email that says how to pay. Mark the order as paid once the money has come.`;
  const isSure = await confirm({
    title: t`Send an invoice`,
    message:
      order.state === 'cancelled'
        ? t`${reference} is reopened, and its products are reserved. ${mailed}`
        : mailed,
    confirmLabel: t`Send invoice`,
  });
  if (!isSure) return;
  try {
    await billOrder(order);
    toast.success(t`The invoice for ${reference} was sent.`);
  } catch (error) {
    toast.error(error);
  }
}
