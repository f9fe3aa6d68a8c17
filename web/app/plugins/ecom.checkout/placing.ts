/** What placing an order takes, in one piece: nobody waits for it who only looks at the form. */
export { orderOf } from './order.ts';
export { sendAgain, sendOrder } from './sending.ts';
export { notYet, refusals } from './words.ts';
