import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OrderRequest } from '../../api/generated/index.ts';
import { sendAgain, sendOrder } from './sending.ts';
import { forgetSent, isUnanswered } from './unanswered.ts';

const order = (name: string) => ({ name }) as OrderRequest;
const taken = (reference: string) => Response.json({ reference }, { status: 201 });
const refused = () => Response.json({ code: 'summary_changed' }, { status: 409 });

let sent: { key: string | null; body: unknown }[];

/** Answers one request after the other; undefined is a connection that is lost. */
function answering(...answers: (Response | undefined)[]) {
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push({ key: request.headers.get('Idempotency-Key'), body: await request.json() });
    const answer = answers.shift();
    if (!answer) throw new TypeError('Failed to fetch');
    return answer;
  });
}

beforeEach(() => {
  sessionStorage.clear();
  sent = [];
});
afterEach(() => vi.unstubAllGlobals());

it('sends the same order under the same key, until its answer is known', async () => {
  answering(undefined, taken('A'), taken('A'));
  await expect(sendOrder(order('Zoë'))).rejects.toMatchObject({ code: 'network_error' });
  expect(isUnanswered()).toBe(true);
  expect(await sendOrder(order('Zoë'))).toEqual({ reference: 'A' });
  expect(await sendAgain()).toEqual({ reference: 'A' });
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
  forgetSent();
  expect(isUnanswered()).toBe(false);
  expect(await sendAgain()).toBeUndefined();
});

it('asks first what became of the order whose answer got lost, also when another one is sent', async () => {
  answering(undefined, taken('A'));
  await expect(sendOrder(order('Zoë'))).rejects.toThrow();
  expect(await sendOrder(order('Zoe'))).toEqual({ reference: 'A' });
  expect(sent.map(({ body }) => body)).toEqual([{ name: 'Zoë' }, { name: 'Zoë' }]);
});

it('sends another one once the first is refused, under a key of its own', async () => {
  answering(undefined, refused(), taken('B'));
  await expect(sendOrder(order('Zoë'))).rejects.toThrow();
  expect(await sendOrder(order('Zoe'))).toEqual({ reference: 'B' });
  expect(sent[2]?.key).not.toBe(sent[0]?.key);
});

it('does not send by itself what was refused', async () => {
  answering(refused());
  await expect(sendOrder(order('Zoë'))).rejects.toMatchObject({ code: 'summary_changed' });
  expect(isUnanswered()).toBe(false);
});
