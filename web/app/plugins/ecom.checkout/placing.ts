/** What placing an order takes, in one piece: nobody waits for it who only looks at the form. */
export { placeOrder } from './place-order.ts';
export { sendAgain } from './sending.ts';
export { refusals } from './words.ts';
