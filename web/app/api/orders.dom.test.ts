import './configure.ts';
import { expect, it } from 'vitest';
import { answerCalls } from '../testing/screen.tsx';
import type { PaymentOut } from './generated/index.ts';
import { refundPayment } from './orders.ts';

const payment = { id: 'y1' } as PaymentOut;

it('asks for one refund until it is answered, and for another after that', async () => {
  const statuses = [503, 201, 201];
  const calls = answerCalls(() => ({ status: statuses.shift() ?? 201, body: {} }));
  const body = { amount: 1000, reason: '', rows: [] };
  await expect(refundPayment(payment, body, 0)).rejects.toThrow();
  await refundPayment(payment, body, 0);
  await refundPayment(payment, body, 0);
  const [lost, again, other] = calls.map(({ headers }) => headers.get('Idempotency-Key'));
  expect(lost).toBeTruthy();
  expect(again).toBe(lost);
  expect(other).not.toBe(lost);
});

it('asks for another where the one without an answer was seen to be there', async () => {
  const statuses = [503, 201];
  const calls = answerCalls(() => ({ status: statuses.shift() ?? 201, body: {} }));
  const body = { amount: 2000, reason: '', rows: [] };
  await expect(refundPayment(payment, body, 0)).rejects.toThrow();
  await refundPayment(payment, body, 1);
  const [lost, other] = calls.map(({ headers }) => headers.get('Idempotency-Key'));
  expect(lost).toBeTruthy();
  expect(other).not.toBe(lost);
});
