import { forget, kept } from '../shop/kept.ts';

/** An order that was sent, and of which nobody here knows whether it was taken. */
export interface Sent {
  key: string;
  body: string;
}

export const SENT = 'sent';

/** Whether an order was sent whose answer got lost. */
export const isUnanswered = (): boolean => kept<Sent>(SENT) !== undefined;

/** Once what was taken is known for good. */
export const forgetSent = (): void => forget(SENT);
