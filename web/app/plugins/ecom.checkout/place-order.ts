import type { OfferedOut, OrderAnswer } from '../../api/generated/index.ts';
import { ProblemError } from '../../api/problem.ts';
import type { useLoaded } from '../members/loaded.ts';
import type { Basket } from '../shop/basket.ts';
import { currentSummary } from './current-summary.ts';
import { obstacleOf } from './obstacle.tsx';
import { orderOf } from './order.ts';
import { sendOrder } from './sending.ts';
import type { Gateway, Typed } from './typed.ts';
import type { Waited } from './use-current-summary.ts';
import { notYet } from './words.ts';

interface Till {
  basket: Basket | undefined;
  typed: Typed;
  /** How it is paid; undefined while that is to be chosen. */
  gateway: Gateway | undefined;
  methods: ReturnType<typeof useLoaded<OfferedOut[]>>;
  waited: Waited;
  change: (changes: Partial<Typed>) => void;
  onTaken: (answer: OrderAnswer, rows: Basket) => void;
}

/** Places the order, where it can be. Throws ProblemError. */
export async function placeOrder(till: Till): Promise<void> {
  const { basket, typed, gateway, methods, waited, change } = till;
  const current = await currentSummary(waited);
  if (!basket || !current) throw notYet('till_pending');
  // Said beside the button, for as long as it is so.
  if (obstacleOf(current)) return;
  if (!current.canOrder) throw notYet('till_unavailable');
  if (methods.state === 'failed') {
    void methods.reload();
    throw notYet('till_methods_missing');
  }
  if (!gateway) throw notYet('till_no_method');
  try {
    const { answer, rows } = await sendOrder(orderOf(typed, basket, current, gateway));
    till.onTaken(answer, rows);
  } catch (error) {
    // What the shop has refused is read anew: what is on the page is not so any more.
    const { code, status } = error instanceof ProblemError ? error : { code: '', status: 0 };
    if (code === 'summary_changed' || status === 401) waited.latest.current.retry();
    // What a member has left in the tab is gone once they are logged out; who stands before the form goes on with it.
    if (status === 401) change({});
    if (code.endsWith('_not_offered')) void methods.reload();
    throw error;
  }
}
