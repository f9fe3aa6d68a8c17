import { clear, kept } from '../shop/kept.ts';

/** Orders that were sent under one key, the newest first, and of which nobody here knows whether one was taken. */
export interface Sent {
  key: string;
  bodies: string[];
}

export const SENT = 'sent';

/** Whether an order was sent whose answer got lost. */
export const isUnanswered = (): boolean => kept<Sent>(SENT) !== undefined;

/** Once what was taken is known for good. */
export const clearSent = (): void => clear(SENT);
