import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OrderRequest } from '../../api/generated/index.ts';
import { CLAIMS_KEY } from '../../session/claims.ts';
import { claimsWith } from '../../testing/screen.tsx';
import { followSession } from '../../visitor/session.ts';
import { sendAgain, sendOrder } from './sending.ts';
import { clearSent, isUnanswered } from './unanswered.ts';

const rows = [{ productId: 'p', quantity: 2 }];
const order = (name: string) => ({ name, rows }) as OrderRequest;
const taken = (reference: string) => Response.json({ reference }, { status: 201 });
const reused = () => Response.json({ code: 'idempotency_key_reused' }, { status: 409 });
const refused = () => Response.json({ code: 'summary_changed' }, { status: 409 });
const tooMany = () => Response.json({ code: 'too_many_requests' }, { status: 429 });
const ended = () => Response.json({ code: 'session_revoked' }, { status: 401 });
const invalid = () => Response.json({ code: 'validation_failed' }, { status: 422 });

let sent: { key: string | null; body: unknown }[];

/** Answers the renewal of a session. */
let renewal: () => Response;
let renewals: number;

/** Answers one request after the other; undefined is a connection that is lost. */
function answering(...answers: (Response | undefined)[]) {
  vi.stubGlobal('fetch', async (request: Request) => {
    if (request.url.endsWith('/auth/tokens')) {
      renewals += 1;
      return renewal();
    }
    sent.push({ key: request.headers.get('Idempotency-Key'), body: await request.json() });
    const answer = answers.shift();
    if (!answer) throw new TypeError('Failed to fetch');
    return answer;
  });
}

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  sent = [];
  renewals = 0;
});
afterEach(() => vi.unstubAllGlobals());

it('sends the same order under the same key, until its answer is known', async () => {
  answering(undefined, taken('A'), taken('A'));
  await expect(sendOrder(order('Zoë'))).rejects.toMatchObject({ code: 'network_error' });
  expect(isUnanswered()).toBe(true);
  expect(await sendOrder(order('Zoë'))).toEqual({ answer: { reference: 'A' }, rows });
  expect(await sendAgain(rows)).toEqual({ answer: { reference: 'A' }, rows });
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
  clearSent();
  expect(isUnanswered()).toBe(false);
  expect(await sendAgain(rows)).toBeUndefined();
});

it('sends what is meant now where the answer got lost, and not what was meant before', async () => {
  answering(undefined, taken('B'));
  await expect(sendOrder(order('Zoë'))).rejects.toThrow();
  expect((await sendOrder(order('Zoe'))).answer).toEqual({ reference: 'B' });
  expect(sent.map(({ body }) => (body as OrderRequest).name)).toEqual(['Zoë', 'Zoe']);
  expect(sent[1]?.key).toBe(sent[0]?.key);
});

it('has the answer of the order before where that had arrived', async () => {
  answering(undefined, undefined, reused(), reused(), taken('A'));
  await expect(sendOrder(order('Zoë'))).rejects.toThrow();
  await expect(sendOrder(order('Zoe'))).rejects.toThrow();
  expect((await sendOrder(order('Zo'))).answer).toEqual({ reference: 'A' });
  expect(sent.map(({ body }) => (body as OrderRequest).name)).toEqual(['Zoë', 'Zoe', 'Zo', 'Zoe', 'Zoë']);
});

it('sends nothing by itself that is of another basket', async () => {
  answering(undefined);
  await expect(sendOrder(order('Zoë'))).rejects.toThrow();
  expect(await sendAgain([{ productId: 'p', quantity: 3 }])).toBeUndefined();
  expect(sent).toHaveLength(1);
});

it('sends another one once the first is refused, under a key of its own', async () => {
  answering(refused(), taken('B'));
  await expect(sendOrder(order('Zoë'))).rejects.toMatchObject({ code: 'summary_changed' });
  expect((await sendOrder(order('Zoe'))).answer).toEqual({ reference: 'B' });
  expect(sent[1]?.key).not.toBe(sent[0]?.key);
});

it('orders once where the first had arrived and what was sent after it is refused', async () => {
  answering(undefined, invalid(), reused(), taken('A'));
  await expect(sendOrder(order('Zoë'))).rejects.toThrow();
  await expect(sendOrder(order(''))).rejects.toMatchObject({ code: 'validation_failed' });
  expect((await sendOrder(order('Zoe'))).answer).toEqual({ reference: 'A' });
  expect(sent.map(({ body }) => (body as OrderRequest).name)).toEqual(['Zoë', '', 'Zoe', 'Zoë']);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
});

it('orders once where the first had arrived and is refused for a while when it is sent again', async () => {
  answering(undefined, tooMany(), taken('A'));
  await expect(sendOrder(order('Zoë'))).rejects.toThrow();
  await expect(sendOrder(order('Zoë'))).rejects.toMatchObject({ code: 'too_many_requests' });
  expect((await sendOrder(order('Zoë'))).answer).toEqual({ reference: 'A' });
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
});

it('sends nothing by itself once the shop has asked for another one', async () => {
  answering(undefined, refused());
  await expect(sendOrder(order('Zoë'))).rejects.toThrow();
  await expect(sendOrder(order('Zoe'))).rejects.toMatchObject({ code: 'summary_changed' });
  expect(isUnanswered()).toBe(false);
  expect(await sendAgain(rows)).toBeUndefined();
  expect(sent).toHaveLength(2);
});

it('does not send by itself what was refused', async () => {
  answering(refused());
  await expect(sendOrder(order('Zoë'))).rejects.toMatchObject({ code: 'summary_changed' });
  expect(isUnanswered()).toBe(false);
});

describe('where the session that came along is no longer good', () => {
  it('renews it and sends the order once more under the same key, also where no claims are stored', async () => {
    renewal = () => Response.json({ public: { claims: claimsWith('members') } });
    answering(ended(), taken('A'));
    expect((await sendOrder(order('Zoë'))).answer).toEqual({ reference: 'A' });
    expect([sent.length, renewals, new Set(sent.map(({ key }) => key)).size]).toEqual([2, 1, 1]);
  });

  it('lets a member whose session is over order as a guest, and the page stays as it is', async () => {
    renewal = () => Response.json({ code: 'session_expired' }, { status: 401 });
    localStorage.setItem(CLAIMS_KEY, JSON.stringify(claimsWith('members')));
    const reload = vi.fn();
    const stop = await followSession(() => false, reload);
    answering(ended(), taken('B'));
    await expect(sendOrder(order('Zoë'))).rejects.toMatchObject({ status: 401 });
    expect(document.querySelector('dialog')).toBeNull();
    expect(localStorage.getItem(CLAIMS_KEY)).toBeNull();
    // The answer to the renewal has cleared the cookie, so this one comes as a guest's.
    expect((await sendOrder(order('Zoë'))).answer).toEqual({ reference: 'B' });
    expect(reload).not.toHaveBeenCalled();
    stop();
  });

  it('sends it under the same key as soon as the session can be renewed again', async () => {
    renewal = () => Response.json({ code: 'process_stopping' }, { status: 503 });
    answering(ended(), taken('A'));
    await expect(sendOrder(order('Zoë'))).rejects.toMatchObject({ status: 503 });
    await sendOrder(order('Zoë'));
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
  });
});
