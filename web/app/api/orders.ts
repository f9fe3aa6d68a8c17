/** Orders and their payments as the shop's screens read and change them. */
import { idempotencyKey, ifMatch } from './fetch.ts';
import {
  ordersGetOptions,
  ordersListOptions,
  paymentsListOptions,
  paymentsListRefundsOptions,
} from './generated/@tanstack/react-query.gen.ts';
import {
  type OrderIn,
  type OrderListed,
  type OrderOut,
  type OrdersExportData,
  type OrdersListData,
  ordersUpdate,
  type PaymentOut,
  paymentsCreate,
  paymentsReceive,
  paymentsRefund,
  type RefundIn,
  type RefundOut,
} from './generated/index.ts';
import { newKey } from './new-key.ts';

export type OrderState = OrderOut['state'];
export type OrderPaymentState = OrderOut['paymentState'];
/** An order as a list has it; opened, all of it. */
export type OrderRecord = Omit<OrderListed, 'itemCount'> & Partial<Pick<OrderListed, 'itemCount'> & OrderOut>;

/** Starts of the keys of every query for orders and payments: invalidate by them. */
export const ordersKey = [{ tags: ['orders'] }];
export const paymentsKey = [{ tags: ['payments'] }];

export const listOrdersOptions = (query: OrdersListData['query']) => ordersListOptions({ query });
export const getOrderOptions = (id: string) => ordersGetOptions({ path: { id } });
/** The first is the one that the order was placed with. */
export const paymentsOfOrderOptions = (orderId: string) =>
  paymentsListOptions({ query: { 'order-id': orderId, sort: 'createdAt', limit: 100 } });

/** Milliseconds until refunds of which one is on its way are read anew. */
const ON_ITS_WAY = 5_000;

export const refetchWhilePending = (
  refunds: readonly Pick<RefundOut, 'state'>[] | undefined,
): number | false => (refunds?.some(({ state }) => state === 'pending') ? ON_ITS_WAY : false);

export const refundsOfPaymentOptions = (paymentId: string) => ({
  ...paymentsListRefundsOptions({ path: { id: paymentId } }),
  refetchInterval: ({ state }: { state: { data: RefundOut[] | undefined } }) =>
    refetchWhilePending(state.data),
});

/** Changes an order on the version that it was read in. */
export async function updateOrder(
  { id, version }: Pick<OrderOut, 'id' | 'version'>,
  body: OrderIn,
): Promise<OrderOut> {
  return (await ordersUpdate({ path: { id }, body, headers: ifMatch(version) })).data;
}

/** Says that the money of an invoice or a collection has come. */
export async function receivePayment({ id }: PaymentOut): Promise<void> {
  await paymentsReceive({ path: { id } });
}

/** Has an order that nobody paid online paid by invoice; its buyer is emailed how. */
export async function billOrder({ id }: Pick<OrderOut, 'id'>): Promise<void> {
  await paymentsCreate({ body: { orderId: id, gateway: 'invoice' } });
}

/**
 * The idempotency keys of the refunds that got no answer: an administrator who closes the dialog and asks for
 * the same refund again sends the same key.
 */
const refundKeys = new Map<string, string>();

/**
 * Once until it is answered: pressed again because no answer came, nothing more goes back. `seen` is how many refunds of the
 * payment were there when it was decided about: who has seen that the one without an answer is there wants another.
 */
export async function refundPayment({ id }: PaymentOut, body: RefundIn, seen: number): Promise<void> {
  const asked = JSON.stringify([id, { ...body, seenAmount: undefined }, seen]);
  const key = refundKeys.get(asked) ?? newKey();
  refundKeys.set(asked, key);
  await paymentsRefund({ path: { id }, body, headers: idempotencyKey(key) });
  refundKeys.delete(asked);
}

/** Where all orders that fit are a CSV file, with what bookkeeping needs. */
export function orderExportAddress(query: OrdersExportData['query']): string {
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const each of [value].flat()) if (each) asked.append(name, String(each));
  }
  return `/ecom/orders/export.csv?${asked}`;
}
