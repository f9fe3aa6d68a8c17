import { definePlugin } from '../contract.ts';
import { outsideOf } from './outside.ts';

export default definePlugin({
  ref: 'ecom.checkout',
  label: 'Checkout',
  tooltip: 'Takes the order: who it is for, where it goes and how it is paid',
  group: 'shop',
  order: 6,
  dataFrom: 'ecom',
  outside: outsideOf,
  isUnlisted: true,
  requires: { service: 'ecom', oncePerPage: true },
  fields: {
    heading: { type: 'text', label: 'Heading', search: 'heading', default: '', maxLength: 200 },
    successPage: {
      type: 'address',
      label: 'Page after the order',
      hint: 'One with Checkout Success. Without it the thanks are shown here.',
    },
    basketPage: { type: 'address', label: 'Page with the basket', hint: 'To change what is in it.' },
    shopPage: { type: 'address', label: 'Page of the shop', hint: 'Offered where the basket is empty.' },
    termsPage: {
      type: 'address',
      label: 'Page with the terms',
      hint: 'Named above the button that places the order.',
    },
    askPhone: { type: 'switch', label: 'Ask for a phone number', default: true },
    askNote: { type: 'switch', label: 'Offer a note for the shop', default: true },
  },
  wake: 'visible',
  keywords: ['shop', 'order', 'pay', 'address', 'card', 'ecommerce', 'till'],
});
