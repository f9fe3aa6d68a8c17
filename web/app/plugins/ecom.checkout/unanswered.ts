import { clear, loadFromTab } from '../shop/tab-storage.ts';

/** Orders that were sent under one key, the newest first, and of which nobody here knows whether one was taken. */
export interface Sent {
  key: string;
  bodies: string[];
  /** Whether one that was sent after them was refused: the buyer is asked, and nothing is sent by itself. */
  isRefused?: boolean;
}

export const SENT = 'sent';

/** Whether an order was sent whose answer got lost, and the shop has not asked for another one since. */
export const isUnanswered = (): boolean => {
  const sent = loadFromTab<Sent>(SENT);
  return sent !== undefined && !sent.isRefused;
};

/** Once what was taken is known for good. */
export const clearSent = (): void => clear(SENT);
