/** Sends an order once, however often it is pressed, whatever is lost on the way, and also when the page is reloaded. */
import { fetchWithin } from '../../api/fetch.ts';
import type { OrderAnswer, OrderRequest } from '../../api/generated/index.ts';
import { newKey } from '../../api/new-key.ts';
import { ProblemError } from '../../api/problem.ts';
import { SESSION_ENDED } from '../../session/session-ended.ts';
import { type Basket, rowKey } from '../shop/basket.ts';
import { clear, loadFromTab, saveInTab } from '../shop/tab-storage.ts';
import { isUnanswered, SENT, type Sent } from './unanswered.ts';

/** The payment's provider is asked meanwhile. Milliseconds. */
const TIMEOUT = 60_000;

/** An order that was taken, and what it was of. */
export interface Taken {
  answer: OrderAnswer;
  rows: Basket;
}

/**
 * Throws ProblemError; 401 where the buyer's session is over, which the form says, and the next order is a guest's. All that
 * is sent until there is an answer is sent under one key, of which the shop takes one order: this one, or the one before where
 * that had arrived after all.
 */
export async function sendOrder(order: OrderRequest): Promise<Taken> {
  const body = JSON.stringify(order);
  const before = loadFromTab<Sent>(SENT);
  const { key, bodies } = before ?? { key: newKey(), bodies: [] };
  const sent = { key, bodies: [body, ...bodies.filter((other) => other !== body)] };
  saveInTab(SENT, sent);
  document.addEventListener(SESSION_ENDED, keepPage);
  try {
    return await send(sent, before);
  } finally {
    document.removeEventListener(SESSION_ENDED, keepPage);
  }
}

/** A page that is asked for again would lose what was typed. */
const keepPage = (event: Event) => event.preventDefault();

/** Sends what got no answer once more, if it is of these rows: nothing else is meant. Throws ProblemError. */
export async function sendAgain(basket: Basket): Promise<Taken | undefined> {
  const before = loadFromTab<Sent>(SENT);
  const isMeant = isUnanswered() && before?.bodies.some((body) => isOf(rowsOf(body), basket));
  return before && isMeant ? send(before, before) : undefined;
}

const rowsOf = (body: string): Basket => (JSON.parse(body) as { rows: Basket }).rows;

const isOf = (rows: Basket, basket: Basket): boolean =>
  rows.length === basket.length &&
  rows.every((row) =>
    basket.some((other) => rowKey(other) === rowKey(row) && other.quantity === row.quantity),
  );

/** What was sent `before` under the key may have arrived: where this is refused, the next order is sent under it, too. */
async function send(sent: Sent, before: Sent | undefined): Promise<Taken> {
  try {
    return await post(sent);
  } catch (error) {
    if (isRefusal(error)) {
      if (before && !isReused(error)) saveInTab(SENT, { ...before, isRefused: true } satisfies Sent);
      else clear(SENT);
    }
    throw error;
  }
}

async function post({ key, bodies: [body, ...older] }: Sent): Promise<Taken> {
  if (body === undefined) throw new Error('Nothing was sent under this key.');
  try {
    return { answer: await postOne(key, body), rows: rowsOf(body) };
  } catch (error) {
    // Another one has been taken under the key: its answer is had by sending it again.
    if (isReused(error) && older.length > 0) return post({ key, bodies: older });
    throw error;
  }
}

async function postOne(key: string, body: string): Promise<OrderAnswer> {
  const ask = async () => {
    const answer = await fetchWithin(TIMEOUT)(new URL('/ecom/orders', window.location.origin), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
      body,
    });
    return answer.json();
  };
  try {
    return await ask();
  } catch (error) {
    if (!isUnauthorised(error)) throw error;
    // Also where the page follows no session, for the browser has forgotten the claims. If it is over, the answer has the
    // browser forget the cookie, too.
    const { askForToken } = await import('../../session/member-tokens.ts');
    await askForToken({ refresh: true });
    return ask();
  }
}

const isUnauthorised = (error: unknown): boolean => error instanceof ProblemError && error.status === 401;

const isReused = (error: unknown): boolean =>
  error instanceof ProblemError && error.code === 'idempotency_key_reused';

/** Whether the shop has said that it did not take the order; else it may have. */
function isRefusal(error: unknown): boolean {
  return error instanceof ProblemError && error.status >= 400 && error.status < 500 && error.status !== 408;
}
