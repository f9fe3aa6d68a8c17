import type { OrderAnswer, PaymentForBrowser } from '../../api/generated/index.ts';
import type { Basket } from '../shop/basket.ts';
import { clear, loadFromTab, saveInTab } from '../shop/tab-storage.ts';

/** An order that was taken and is still to be paid. What a provider gave for its payment is not kept: it is asked for anew. */
export interface TakenOrder {
  reference: string;
  receiptPath: string;
  currency: string;
  total: number;
  rows: Basket;
  payment: Pick<PaymentForBrowser, 'id' | 'key' | 'gateway'>;
  /** Whether its buyer has agreed to pay, and nobody has said yet what came of it. */
  isAgreed?: boolean;
}

const NAME = 'taken';

export const clearTaken = (): void => clear(NAME);

export function keepTaken(answer: OrderAnswer, payment: PaymentForBrowser, rows: Basket): TakenOrder {
  const { reference, receiptPath, currency, totalInclTax } = answer;
  const { id, key, gateway } = payment;
  const taken = {
    reference,
    receiptPath,
    currency,
    total: totalInclTax,
    rows,
    payment: { id, key, gateway },
  };
  saveInTab(NAME, taken);
  return taken;
}

/** Also a reload knows it then, and the way back from a bank. */
export function noteAgreed(isAgreed: boolean): void {
  const taken = readTaken();
  if (taken) saveInTab(NAME, { ...taken, isAgreed });
}

export function readTaken(): TakenOrder | undefined {
  const taken = loadFromTab<Partial<TakenOrder>>(NAME);
  return taken?.payment?.id && taken.receiptPath ? (taken as TakenOrder) : undefined;
}
