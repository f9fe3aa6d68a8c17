/** What can be done with an order now: the likeliest step as a button, the rest in a menu. */
import { t } from '@lingui/core/macro';
import { Button, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, FileDown, FileText, PackageOpen } from 'lucide-react';
import { useState } from 'react';
import { screenFormats } from '#words/screen-formats.ts';
import type { OrderOut } from '../../api/generated/index.ts';
import { type OrderState, paymentsOfOrderOptions, receivePayment } from '../../api/orders.ts';
import { confirm } from '../../ui/confirm.tsx';
import { toast } from '../../ui/toast.ts';
import { askAndBill, canBeBilled } from './billing.ts';
import styles from './orders.module.css';
import { documentAddress, pdfAddress } from './printing.ts';
import { RefundDialog } from './refund-dialog.tsx';
import { SentDialog } from './sent-dialog.tsx';
import { useOrderChange } from './use-order-change.ts';
import { BY_HAND, stepInWords } from './words.ts';

/** A payment that was given up with its order is there again with it. */
const DUE = ['pending', 'cancelled'];
const PAYABLE = ['pending', 'requires_action', 'authorised', 'failed'];
/** The step that usually comes next, the first that is possible. */
const LIKELY: OrderState[] = ['sent', 'completed'];

interface OrderActionsProps {
  order: OrderOut;
  isWriter: boolean;
}

export function OrderActions({ order, isWriter }: OrderActionsProps) {
  const { bring, refresh } = useOrderChange();
  const [asking, setAsking] = useState<'sent' | 'refund'>();
  const [isBusy, setBusy] = useState(false);
  const { data: payments } = useQuery(paymentsOfOrderOptions(order.id));
  const found = payments?.results ?? [];
  const due = found.find(({ gateway, state }) => BY_HAND.includes(gateway) && DUE.includes(state));
  const paid = found.find(({ state }) => state === 'captured' || state === 'part_refunded');

  const busy = async (work: Promise<unknown>) => {
    setBusy(true);
    await work.finally(() => setBusy(false));
  };
  const step = (state: OrderState) =>
    state === 'sent' ? setAsking('sent') : void busy(bring(order, state).catch(toast.error));
  const receive = async () => {
    if (!due) return;
    const amount = screenFormats().money(due.amount, due.currency);
    const isSure = await confirm({
      title: t`Mark as paid`,
      message: t`Have you received the ${amount} for ${order.reference}? This cannot be undone; a payment can be refunded.`,
      confirmLabel: t`Mark as paid`,
    });
    if (!isSure) return;
    try {
      await receivePayment(due);
      toast.success(t`${order.reference} is paid.`);
    } catch (error) {
      toast.error(error);
    } finally {
      await refresh();
    }
  };
  const bill = () => void busy(askAndBill(order).finally(refresh));
  const isOpen = order.state !== 'cancelled' && order.state !== 'refunded';
  const main = isOpen ? LIKELY.find((state) => order.nextStates.includes(state)) : undefined;
  // Online nobody can pay a payment that has ended: such an order would only wait.
  const canBePaid = BY_HAND.includes(order.gateway) || found.some(({ state }) => PAYABLE.includes(state));
  const others = order.nextStates.filter(
    (state) => state !== main && (state !== 'awaiting_payment' || order.state !== 'cancelled' || canBePaid),
  );
  return (
    <div className={styles.actions}>
      {isWriter && due && isOpen && (
        <Button loading={isBusy} onClick={() => void busy(receive())}>{t`Mark as paid`}</Button>
      )}
      {isWriter && main && (
        <Button variant="filled" disabled={isBusy} onClick={() => step(main)}>
          {stepInWords(main, order.isCollected)}
        </Button>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" rightSection={<ChevronDown size={15} aria-hidden />}>{t`More`}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          {(['invoice', 'packing_slip'] as const).map((kind) => (
            <Menu.Item
              key={kind}
              component="a"
              href={documentAddress(order.id, kind)}
              target="_blank"
              leftSection={
                kind === 'invoice' ? (
                  <FileText size={15} aria-hidden />
                ) : (
                  <PackageOpen size={15} aria-hidden />
                )
              }
            >
              {kind === 'invoice' ? t`Print invoice` : t`Print packing slip`}
            </Menu.Item>
          ))}
          {(['invoice', 'packing_slip'] as const).map((kind) => (
            <Menu.Item
              key={kind}
              component="a"
              href={pdfAddress(order.id, kind)}
              target="_blank"
              leftSection={<FileDown size={15} aria-hidden />}
            >
              {kind === 'invoice' ? t`Invoice as PDF` : t`Packing slip as PDF`}
            </Menu.Item>
          ))}
          {isWriter && (others.length > 0 || paid || canBeBilled(order)) && <Menu.Divider />}
          {isWriter && canBeBilled(order) && (
            <Menu.Item onClick={bill}>
              {order.state === 'cancelled' ? t`Reopen and send an invoice…` : t`Send an invoice instead…`}
            </Menu.Item>
          )}
          {isWriter && paid && <Menu.Item onClick={() => setAsking('refund')}>{t`Refund…`}</Menu.Item>}
          {isWriter &&
            others.map((state) => (
              <Menu.Item key={state} onClick={() => step(state)}>
                {stepInWords(state, order.isCollected)}
              </Menu.Item>
            ))}
        </Menu.Dropdown>
      </Menu>
      {asking === 'sent' && <SentDialog order={order} onClose={() => setAsking(undefined)} />}
      {asking === 'refund' && paid && (
        <RefundDialog order={order} payment={paid} onClose={() => setAsking(undefined)} />
      )}
    </div>
  );
}
