import { definePlugin } from '../contract.ts';

export default definePlugin({
  ref: 'ecom.basketSummary',
  label: 'Basket Summary',
  tooltip: 'What is in the basket and what it comes to',
  group: 'shop',
  order: 5,
  requires: { service: 'ecom' },
  fields: {
    heading: { type: 'text', label: 'Heading', search: 'heading', default: '', maxLength: 200 },
    basketPage: { type: 'address', label: 'Page with the basket', hint: 'To change what is in it.' },
  },
  wake: 'visible',
  keywords: ['shop', 'cart', 'total', 'ecommerce'],
});
