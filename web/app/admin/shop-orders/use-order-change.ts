/** Changing an order from its screen: what is read anew afterwards, what is said, and the way back. */
import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { OrderIn, OrderOut } from '../../api/generated/index.ts';
import { getOrderOptions, type OrderState, ordersKey, paymentsKey, updateOrder } from '../../api/orders.ts';
import { toast } from '../../ui/toast.ts';
import { stateInWords } from './words.ts';

export function useOrderChange() {
  const queryClient = useQueryClient();
  const refresh = async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: ordersKey }),
      queryClient.invalidateQueries({ queryKey: paymentsKey }),
    ]);
  };
  const change = async (order: OrderOut, body: OrderIn): Promise<OrderOut> => {
    try {
      return await updateOrder(order, body);
    } finally {
      await refresh();
    }
  };
  /** Says what became of it, with a way back to the state before. Throws what it was refused with. */
  const bring = async (order: OrderOut, state: OrderState, more: OrderIn = {}): Promise<OrderOut> => {
    const changed = await change(order, { ...more, state });
    toast.undo(t`${order.reference}: ${stateInWords(state, order.isCollected)}`, {
      onUndo: () => void change(changed, { state: order.state, notify: false }).catch(toast.error),
    });
    return changed;
  };
  const refetch = ({ id }: OrderOut): Promise<OrderOut> =>
    queryClient.fetchQuery({ ...getOrderOptions(id), staleTime: 0 });
  return { bring, change, refresh, refetch };
}
