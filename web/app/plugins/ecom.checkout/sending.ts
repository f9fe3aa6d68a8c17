/** Sends an order once, however often it is pressed, whatever is lost on the way, and also when the page is reloaded. */
import { fetchWithin } from '../../api/fetch.ts';
import type { OrderAnswer, OrderRequest } from '../../api/generated/index.ts';
import { ProblemError } from '../../api/problem.ts';
import { forget, keep, kept } from '../shop/kept.ts';
import { SENT, type Sent } from './unanswered.ts';

/** The payment's provider is asked meanwhile. Milliseconds. */
const TIMEOUT = 60_000;

/** Throws ProblemError. The answer may be of the order that was sent before, where that was taken after all. */
export async function sendOrder(order: OrderRequest): Promise<OrderAnswer> {
  const body = JSON.stringify(order);
  const before = kept<Sent>(SENT);
  if (before?.body === body) return post(before);
  if (before) {
    try {
      return await post(before);
    } catch (error) {
      if (!isRefusal(error)) throw error;
    }
  }
  const sent = { key: crypto.randomUUID(), body };
  keep(SENT, sent);
  return post(sent);
}

/** Sends what got no answer once more. Throws ProblemError. */
export async function sendAgain(): Promise<OrderAnswer | undefined> {
  const before = kept<Sent>(SENT);
  return before && post(before);
}

async function post({ key, body }: Sent): Promise<OrderAnswer> {
  try {
    const answer = await fetchWithin(TIMEOUT)(new URL('/ecom/orders', window.location.origin), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
      body,
    });
    return await answer.json();
  } catch (error) {
    if (isRefusal(error)) forget(SENT);
    throw error;
  }
}

/** Whether the shop has said that it did not take the order; else it may have. */
function isRefusal(error: unknown): boolean {
  return error instanceof ProblemError && error.status >= 400 && error.status < 500 && error.status !== 408;
}
