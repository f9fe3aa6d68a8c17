import { expect, it } from 'vitest';
import { wordsOf } from '#words/i18n.ts';
import type { ReceiptListed } from '../../api/generated/index.ts';
import { stateInWords } from './order-states.ts';

const order = (more: Partial<ReceiptListed>) =>
  ({ state: 'sent', paymentState: 'paid', isCollected: false, ...more }) as ReceiptListed;

it('calls an order that its buyer comes for ready, not sent', () => {
  expect(stateInWords(order({}), wordsOf('en'))).toBe('Sent');
  expect(stateInWords(order({ isCollected: true }), wordsOf('en'))).toBe('Ready to collect');
  expect(stateInWords(order({ isCollected: true, state: 'completed' }), wordsOf('en'))).toBe('Completed');
});
